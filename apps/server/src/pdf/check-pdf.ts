import type { MessageCode } from '@quincena/domain/messages'
import { AppError } from '../command/errors.ts'
import { startProcess } from '../workers/process-runner.ts'
import { createWorkQueue, JobCrashError, JobTimeError } from '../workers/work-queue.ts'

/** A file for the checking process. */
export interface PdfJob {
  bytes: Uint8Array
}

/**
 * Result of a check. `locked`: the file needs a password to open; `active`: it holds scripts, files or actions that reach
 * outside of it; `oversized`: a picture in it has too many pixels.
 */
export type PdfReply = 'readable' | 'locked' | 'active' | 'oversized' | 'unreadable'

/** A worker sends five documents; at most 20 files of 10 MB wait in memory. */
const lanes = new Map([['upload', { waiting: 20, per_owner: 8 }]] as const)

interface CheckLimits {
  /** Wall time for one file. Its processor time is limited to 5 s, which a bad file reaches first. */
  limit_ms: number
  idle_ms: number
}

const problems: Record<Exclude<PdfReply, 'readable'>, MessageCode> = {
  locked: 'document.locked',
  active: 'document.active',
  oversized: 'document.oversized',
  unreadable: 'document.unreadable',
}

/** Makes a check with its own process and these limits. */
export function createPdfCheck({ limit_ms, idle_ms }: CheckLimits) {
  const queue = createWorkQueue<'upload', PdfJob, PdfReply>({
    lanes,
    start: (events) =>
      startProcess(new URL('./check-pdf-process.ts', import.meta.url), { heap_mb: 256, idle_ms }, events),
    limit_ms,
  })

  async function read(bytes: Uint8Array, place: { owner: string; signal: AbortSignal }): Promise<PdfReply> {
    try {
      return await queue.run({ bytes }, { lane: 'upload', ...place })
    } catch (error) {
      // The process was killed: too much memory or processor time.
      if (error instanceof JobCrashError) return 'unreadable'
      // The process got too little processor time, so the file may be good.
      if (error instanceof JobTimeError) throw new AppError('files.busy', 503, { retry_after_s: 3 })
      throw error
    }
  }

  /**
   * Accepts a file that opens as a PDF with at least one page, without a password and without active content; the page
   * is read, not drawn. Throws `document.unreadable`, `document.locked`, `document.active` and `document.oversized` (422,
   * at `file`), `files.busy` (503) if the machine is too busy to read the file in time, and 429 or 503 as
   * `createWorkQueue`.
   */
  return async (
    bytes: Uint8Array,
    { user_id, signal }: { user_id: number; signal: AbortSignal },
  ): Promise<void> => {
    const reply = await read(bytes, { owner: `user ${user_id}`, signal })
    if (reply === 'readable') return
    throw new AppError(problems[reply], 422, { fields: { file: problems[reply] } })
  }
}

/** The check that the server uses. */
export const requireReadablePdf = createPdfCheck({ limit_ms: 30_000, idle_ms: 60_000 })
