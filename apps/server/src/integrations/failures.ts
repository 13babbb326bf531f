import { tracedCall } from './tracing/spans.ts'

/** The services outside this installation. */
const services = ['stp', 'mail', 'storage', 'messages', 'constancia', 'oidc'] as const
type Service = (typeof services)[number]

/** One failure is a passing fault. With more needed, a quiet lender's few calls, shared by several processes, would tell too late. */
const leastFailures = 2
/** Nothing is known of a service that was not called for so long: what waits for one is repeated more often. */
const forgottenAfter_ms = 30 * 60_000

interface CallRecord {
  /** Since this process started. */
  failures: number
  /** Since the last answer. */
  in_a_row: number
  first_ms: number
  last_ms: number
  /** Seconds since 1970, which other processes compare; 0 where there was none. */
  failed_at_s: number
  answered_at_s: number
}

const nothingYet = { failures: 0, in_a_row: 0, first_ms: 0, last_ms: 0, failed_at_s: 0, answered_at_s: 0 }

const records = new Map<Service, CallRecord>(services.map((service) => [service, { ...nothingYet }]))

/** How many calls of each service failed since this process started. */
export const failureCounts = (): ReadonlyMap<Service, number> =>
  new Map([...records].map(([service, { failures }]) => [service, failures]))

/**
 * For how many seconds each service has answered no call of this process; 0 where the last one was answered, fewer than
 * two failed, or none was made for half an hour.
 */
export function failingSeconds(now_ms: number = performance.now()): ReadonlyMap<Service, number> {
  const isFailing = ({ in_a_row, last_ms }: CallRecord) =>
    in_a_row >= leastFailures && now_ms - last_ms < forgottenAfter_ms
  return new Map(
    [...records].map(([service, record]) => [
      service,
      isFailing(record) ? (now_ms - record.first_ms) / 1000 : 0,
    ]),
  )
}

/** When a call of each service last failed and was last answered, in seconds since 1970; 0 where none was. */
export const lastCalls = (): [Service, Pick<CallRecord, 'failed_at_s' | 'answered_at_s'>][] => [...records]

/** Counts a call that failed. */
export function countFailure(service: Service, now_ms: number = performance.now()): void {
  const record = records.get(service)
  if (record === undefined) return
  if (now_ms - record.last_ms >= forgottenAfter_ms) record.in_a_row = 0
  if (record.in_a_row === 0) record.first_ms = now_ms
  record.failures += 1
  record.in_a_row += 1
  record.last_ms = now_ms
  record.failed_at_s = Date.now() / 1000
}

/** Notes that the service answered, also if the answer was a refusal. */
export function countAnswer(service: Service): void {
  const record = records.get(service)
  if (record === undefined) return
  record.in_a_row = 0
  record.answered_at_s = Date.now() / 1000
}

/** Returns the call as a span of the trace; counts each time that it throws what `isFailure` takes for a failure of the service. */
export function counted<Args extends unknown[], Result>(
  service: Service,
  call: (...args: Args) => Promise<Result>,
  isFailure: (error: unknown) => boolean = () => true,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      const result = await tracedCall(service, () => call(...args))
      countAnswer(service)
      return result
    } catch (error) {
      if (isFailure(error)) countFailure(service)
      else countAnswer(service)
      throw error
    }
  }
}
