import { setTimeout as sleep } from 'node:timers/promises'
import type { Permit, QueryPurpose } from './permit.ts'
import { type Answer, callStp, type StpCall, unknown } from './transport.ts'

export interface AskOptions {
  /** What the question is for: which part of the hour's questions it may use. */
  purpose?: QueryPurpose
  signal?: AbortSignal | undefined
}

export interface AskRules {
  permit: Permit
  timeout_ms: number
  /** Calls after the first. */
  retries: number
  /** The longest pause before the first retry; it doubles each time. */
  pause_ms: number
}

const longestPauseMs = 5_000
const firstServerError = 500
const tooMany = 429

/** STP was not reached, or not able to answer. A time-out is not tried again: it took long enough for one asking. */
function isPassing(answer: Answer): boolean {
  if (answer.outcome === 'unknown') return answer.reason === 'network'
  return answer.status >= firstServerError || answer.status === tooMany
}

async function pause(rules: AskRules, retry: number, signal?: AbortSignal) {
  // Full jitter: processes that failed together do not come back together.
  const longest = Math.min(longestPauseMs, rules.pause_ms * 2 ** (retry - 1))
  await sleep(Math.random() * longest, undefined, signal ? { signal } : {}).catch(() => undefined)
}

const refused = {
  closed: unknown('closed', 'STP answers nothing from 23:55 to 00:05'),
  budget: unknown('budget', 'the questions of this hour are used up'),
}

/**
 * A query, which changes nothing at STP: tried again a few times when STP could not be reached. Each call needs its
 * permit; where a retry gets none, what the call before it brought stands.
 */
export async function askStp(
  rules: AskRules,
  call: Pick<StpCall, 'url' | 'body'>,
  { purpose = 'staff', signal }: AskOptions,
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
