import { setTimeout as sleep } from 'node:timers/promises'

/** The work took longer than its caller waits. */
export class LateError extends Error {
  override name = 'LateError'
}

/** The result of the work, or `LateError` after the limit; the work itself goes on, and nobody hears of its end. */
export async function within<T>(limit_ms: number, work: Promise<T>): Promise<T> {
  const limit = new AbortController()
  const late = sleep(limit_ms, undefined, { signal: limit.signal }).then(() => {
    throw new LateError(`no answer within ${limit_ms} ms`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    limit.abort()
    work.catch(() => undefined)
  }
}
