import { within } from '../db/within.ts'
import { type App, isReading, type SignedIn } from './access.ts'

/** Longest wait for the mark before the answer is sent. */
const limitMs = 2_000

interface WriteMarks {
  /** Marks the session for all processes; throws if that is not done within two seconds. */
  add: (session_id: number) => Promise<void>
  /** The session; if its last change is not marked, this process reads from the primary for it. */
  needsOf: (session: SignedIn | undefined) => SignedIn | undefined
}

/** Opens the marks of sessions that changed something; `mark` writes one for all processes. */
export function openWriteMarks(mark: (session_id: number) => Promise<void>): WriteMarks {
  /** The last attempt for each session without a mark, which it may still get. */
  const missing = new Map<number, Promise<void>>()
  return {
    async add(session_id) {
      const attempt = mark(session_id)
      try {
        await within(limitMs, attempt)
        missing.delete(session_id)
      } catch (error) {
        missing.set(session_id, attempt)
        attempt.then(
          () => missing.get(session_id) === attempt && missing.delete(session_id),
          () => undefined,
        )
        throw error
      }
    },
    needsOf: (session) =>
      session?.session_id != null && missing.has(session.session_id)
        ? { ...session, needed_position: undefined }
        : session,
  }
}

/**
 * Marks the session of every request that may have changed something, whatever its answer, before the answer is sent: the
 * caller's next request may reach another process. A failure is logged.
 */
export function markWrites(app: App, marks: Pick<WriteMarks, 'add'>): void {
  app.addHook('onSend', async ({ method, routeOptions, signedIn, log }) => {
    // Lists of a token of the API come from the primary, so it has nothing to mark.
    if (signedIn === undefined || signedIn.session_id === null) return
    if (isReading(method, routeOptions.config.reads)) return
    try {
      await marks.add(signedIn.session_id)
    } catch (error) {
      log.warn({ err: error }, 'a change is not marked, lists of other processes may show it late')
    }
  })
}
