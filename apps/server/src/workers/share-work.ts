import { AppError } from '../command/errors.ts'

interface Shared<Result> {
  result: Promise<Result>
  /** How many callers still wait. */
  callers: number
  /** Aborts when the last caller has left. */
  allDisconnected: AbortController
}

/** Ends the wait of a caller who leaves with `request.abandoned` (499); the work goes on while another caller waits. */
function waitForShared<Result>(shared: Shared<Result>, signal?: AbortSignal): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const abandon = () => {
    shared.callers -= 1
    if (shared.callers === 0) shared.allDisconnected.abort()
    reject(new AppError('request.abandoned', 499))
  }
  if (signal?.aborted) abandon()
  else signal?.addEventListener('abort', abandon, { once: true })
  shared.result.then(resolve, reject)
  return promise.finally(() => signal?.removeEventListener('abort', abandon))
}

/** Makes callers with the same key share one piece of work, which is aborted when all of them have left. */
export function shareWork<Result>() {
  const underWay = new Map<string, Shared<Result>>()

  function start(key: string, work: (allDisconnected: AbortSignal) => Promise<Result>): Shared<Result> {
    const allDisconnected = new AbortController()
    // Work without callers takes no new ones: it ends with `request.abandoned`.
    const forget = () => {
      if (underWay.get(key) === shared) underWay.delete(key)
    }
    allDisconnected.signal.addEventListener('abort', forget, { once: true })
    const result = work(allDisconnected.signal).finally(forget)
    const shared: Shared<Result> = { result, callers: 0, allDisconnected }
    underWay.set(key, shared)
    return shared
  }

  return (
    key: string,
    signal: AbortSignal | undefined,
    work: (allDisconnected: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const shared = underWay.get(key) ?? start(key, work)
    shared.callers += 1
    return waitForShared(shared, signal)
  }
}
