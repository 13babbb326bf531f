import type { WireBody } from './cadena.ts'

/**
 * Why nothing certain is known about a call. `limit`: STP answers no more questions this hour. `closed` and `budget`: it was not made, because of STP's nightly pause or
 * because this hour's questions are used up.
 */
export type UnknownReason =
  | 'timeout'
  | 'network'
  | 'aborted'
  | 'status'
  | 'unreadable'
  | 'result'
  | 'limit'
  | 'closed'
  | 'budget'

/** STP may or may not have acted: ask again with the same key, never send again. */
export interface Unknown {
  outcome: 'unknown'
  reason: UnknownReason
  detail: string
}

export interface StpCall {
  method: 'PUT' | 'POST'
  url: string
  body: WireBody
  timeout_ms: number
  signal?: AbortSignal | undefined
}

/** `json` undefined: the answer was none, an nginx page for example. */
interface Answered {
  outcome: 'answer'
  status: number
  json: unknown
}
export type Answer = Answered | Unknown

export function unknown(reason: UnknownReason, detail: string): Unknown {
  return { outcome: 'unknown', reason, detail }
}

/** What went wrong, from the error's codes only: an error's text could carry parts of the request. */
function failure(error: unknown, call: StpCall): Unknown {
  if (call.signal?.aborted) return unknown('aborted', 'stopped by the caller')
  if (error instanceof Error && error.name === 'TimeoutError') {
    return unknown('timeout', `no answer in ${call.timeout_ms} ms`)
  }
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'connection failed'
  return unknown('network', code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One JSON call, made once; a time-out or a lost connection comes back as unknown. */
export async function callStp(call: StpCall): Promise<Answer> {
  const limit = AbortSignal.timeout(call.timeout_ms)
  const signal = call.signal ? AbortSignal.any([limit, call.signal]) : limit
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
      body: JSON.stringify(call.body),
      redirect: 'manual',
      signal,
    })
    return { outcome: 'answer', status: response.status, json: parseJson(await response.text()) }
  } catch (error) {
    return failure(error, call)
  }
}

/** The JSON of an answer with one of these statuses; anything else says nothing about an order. */
export function jsonOf(answer: Answer, statuses: readonly number[]): { json: unknown } | Unknown {
  if (answer.outcome === 'unknown') return answer
  if (!statuses.includes(answer.status)) return unknown('status', `HTTP ${answer.status}`)
  return answer.json === undefined ? unknown('unreadable', 'an answer without JSON') : { json: answer.json }
}
