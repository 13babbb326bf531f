import { setTimeout as sleep } from 'node:timers/promises'
import type { Permit, QueryPurpose } from './permit.ts'
import { type Answer, callStp, type StpCall, unknown } from './transport.ts'

/** Options of one query. */
export interface QueryOptions {
  /** Why the query is made; decides which share of the hourly queries it may use. `staff` by default. */
  purpose?: QueryPurpose
  signal?: AbortSignal | undefined
}

/** How queries are limited and retried. */
export interface QueryRules {
  /** Called before every call to STP, retries included. */
  permit: Permit
  timeout_ms: number
  /** How many calls may follow the first. */
  retries: number
  /** Longest pause before the first retry; it doubles with each retry, up to 5 s. */
  pause_ms: number
}

const longestPauseMs = 5_000
const firstServerError = 500
const tooMany = 429

/**
 * Whether a retry may help: STP was not reached, or answered 5xx or 429. A timeout is not retried: it already took too
 * long.
 */
function isPassing(answer: Answer): boolean {
  if (answer.outcome === 'unknown') return answer.reason === 'network'
  return answer.status >= firstServerError || answer.status === tooMany
}

async function pause(rules: QueryRules, retry: number, signal?: AbortSignal) {
  // Full jitter: processes that failed at the same time do not retry at the same time.
  const longest = Math.min(longestPauseMs, rules.pause_ms * 2 ** (retry - 1))
  await sleep(Math.random() * longest, undefined, signal ? { signal } : {}).catch(() => undefined)
}

const refused = {
  closed: unknown('closed', 'STP answers nothing from 23:55 to 00:05'),
  budget: unknown('budget', 'the questions of this hour are used up'),
}

/**
 * Sends a query. It changes nothing at STP, so it is retried up to `retries` times when STP cannot be reached or
 * answers 5xx or 429. Each call needs a permit: without one the first call returns `unknown` with reason `closed` or
 * `budget`, and a retry returns the answer of the call before it.
 */
export async function queryStp(
  rules: QueryRules,
  call: Pick<StpCall, 'url' | 'body'>,
  { purpose = 'staff', signal }: QueryOptions,
): Promise<Answer> {
  let answer: Answer | undefined
  for (let attempt = 0; attempt <= rules.retries; attempt += 1) {
    if (attempt > 0) await pause(rules, attempt, signal)
    const permit = await rules.permit(purpose)
    if (permit !== 'granted') return answer ?? refused[permit]
    answer = await callStp({ method: 'POST', timeout_ms: rules.timeout_ms, signal, ...call })
    if (!isPassing(answer) || signal?.aborted) return answer
  }
  return answer ?? refused.budget
}
