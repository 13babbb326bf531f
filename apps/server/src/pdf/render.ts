import { shareWork } from '../workers/share-work.ts'
import { startThread } from '../workers/thread-runner.ts'
import { createWorkQueue } from '../workers/work-queue.ts'
import type { RenderJob, RenderReply } from './job.ts'

/** The caller of a PDF: a person who may disconnect, or a background job, which is never refused. */
export type RenderCaller = { user_id: number; signal: AbortSignal } | 'background'

type Lane = 'contract' | 'sealing' | 'paper'

/**
 * Lanes in order of priority: a worker who signs comes first. A contract takes about 0.2 s: 20 of them wait 4 s.
 * Background jobs run a few at a time in the job queue, so their lane needs no limit.
 */
const lanes = new Map<Lane, { waiting: number; per_owner: number }>([
  ['contract', { waiting: 20, per_owner: 3 }],
  ['sealing', { waiting: Number.POSITIVE_INFINITY, per_owner: Number.POSITIVE_INFINITY }],
  ['paper', { waiting: 20, per_owner: 3 }],
])

const queue = createWorkQueue<Lane, RenderJob, RenderReply>({
  lanes,
  start: (events) => startThread(new URL('../pdf-worker.ts', import.meta.url), events),
  limit_ms: 30_000,
})

/** Starts the rendering thread with the server: the first contract does not wait for its fonts and modules. */
export const prepareRenderer = queue.prepare

function laneOf({ kind }: RenderJob, caller: RenderCaller): Lane {
  if (caller === 'background') return 'sealing'
  return kind === 'contract' ? 'contract' : 'paper'
}

async function render(job: RenderJob, caller: RenderCaller, signal?: AbortSignal): Promise<Uint8Array> {
  const owner = caller === 'background' ? caller : `user ${caller.user_id}`
  const reply = await queue.run(job, { lane: laneOf(job, caller), owner, signal })
  if ('bytes' in reply) return reply.bytes
  throw new Error(`A PDF could not be made: ${reply.error}`)
}

const sharedContracts = shareWork<Uint8Array>()

/**
 * Renders a PDF in a separate thread: it takes about 0.2 s and would block every other request. The same job gives the
 * same bytes, and concurrent callers of the same contract share one job. Throws what `createWorkQueue` throws: 503 and
 * 429 with Retry-After for people, never for background jobs.
 */
export function renderPdf(job: RenderJob, caller: RenderCaller): Promise<Uint8Array> {
  const signal = caller === 'background' ? undefined : caller.signal
  if (job.kind !== 'contract') return render(job, caller, signal)
  // A background job shares only with background jobs: it must not wait or fail with a person's place in the queue.
  const key = `${caller === 'background' ? caller : 'person'} ${job.data.payload_sha256}`
  return sharedContracts(key, signal, (allDisconnected) => render(job, caller, allDisconnected))
}
