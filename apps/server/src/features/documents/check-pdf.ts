import type { MessageCode } from '@quincena/domain/messages'
import { AppError } from '../../lib/errors.ts'
import { startProcess } from '../../lib/process-runner.ts'
import { createWorkQueue, JobCrashError, JobTimeError } from '../../lib/work-queue.ts'

export interface PdfJob {
  bytes: Uint8Array
}

/** `locked`: it opens with a password only. */
export type PdfReply = 'readable' | 'locked' | 'unreadable'

/** A person sends five documents; 20 files of 10 MB are what may wait in memory. */
const lanes = new Map([['upload', { waiting: 20, per_owner: 8 }]] as const)

const queue = createWorkQueue<'upload', PdfJob, PdfReply>({
  lanes,
  start: (events) =>
    startProcess(
      new URL('./check-pdf-process.ts', import.meta.url),
      { heap_mb: 256, idle_ms: 60_000 },
      events,
    ),
  limit_ms: 5_000,
})

/** A file that takes too much time or memory is refused like one that cannot be read. */
async function read(bytes: Uint8Array, place: { owner: string; left: AbortSignal }): Promise<PdfReply> {
  try {
    return await queue.run({ bytes }, { lane: 'upload', ...place })
  } catch (error) {
    if (error instanceof JobTimeError || error instanceof JobCrashError) return 'unreadable'
    throw error
  }
}

const problems: Record<Exclude<PdfReply, 'readable'>, MessageCode> = {
  locked: 'document.locked',
  unreadable: 'document.unreadable',
}

/**
 * Lets pass what opens as a PDF with a page, without a password; its first page is looked up, not drawn. Throws
 * `document.unreadable` and `document.locked` (422, at `file`), and 429 or 503 as `createWorkQueue`.
 */
export async function assertReadablePdf(
  bytes: Uint8Array,
  { user_id, left }: { user_id: number; left: AbortSignal },
): Promise<void> {
  const reply = await read(bytes, { owner: `user ${user_id}`, left })
  if (reply === 'readable') return
  throw new AppError(problems[reply], 422, { fields: { file: problems[reply] } })
}
