import { AppError } from '../command/errors.ts'

interface Shared<Result> {
  result: Promise<Result>
  /** How many callers still wait. */
  callers: number
  /** Aborts when the last caller has left. */
  allLeft: AbortController
}

/** Ends the wait of a caller who leaves with `request.abandoned` (499); the work goes on while another caller waits. */
function waitUnlessLeft<Result>(shared: Shared<Result>, left: AbortSignal | undefined): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const leave = () => {
    shared.callers -= 1
    if (shared.callers === 0) shared.allLeft.abort()
    reject(new AppError('request.abandoned', 499))
  }
  if (left?.aborted) leave()
  else left?.addEventListener('abort', leave, { once: true })
  shared.result.then(resolve, reject)
  return promise.finally(() => left?.removeEventListener('abort', leave))
}

/** Makes callers with the same key share one piece of work, which is aborted when all of them have left. */
export function shareWork<Result>() {
  const underWay = new Map<string, Shared<Result>>()

  function start(key: string, work: (allLeft: AbortSignal) => Promise<Result>): Shared<Result> {
    const allLeft = new AbortController()
    // Work without callers takes no new ones: it ends with `request.abandoned`.
    const forget = () => {
      if (underWay.get(key) === shared) underWay.delete(key)
    }
    allLeft.signal.addEventListener('abort', forget, { once: true })
    const result = work(allLeft.signal).finally(forget)
    const shared: Shared<Result> = { result, callers: 0, allLeft }
    underWay.set(key, shared)
    return shared
  }

  return (
    key: string,
    left: AbortSignal | undefined,
    work: (allLeft: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const shared = underWay.get(key) ?? start(key, work)
    shared.callers += 1
    return waitUnlessLeft(shared, left)
  }
}
