import { type IncomingMessage, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { text } from 'node:stream/consumers'
import { countAnswer, countFailure } from '../failures.ts'
import { refuseUpgrade } from '../refuse-upgrade.ts'
import { tracedCall } from '../tracing/spans.ts'
import type { WireBody } from './cadena.ts'

/**
 * Why a call has no definite result. `limit`: STP answers no more queries this hour. `closed` and `budget`: the call
 * was not made, because of STP's nightly pause or because the queries of this hour are used up.
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

/** STP may or may not have carried out the call. Query with the same tracking key; never send the order again. */
export interface Unknown {
  outcome: 'unknown'
  reason: UnknownReason
  /** English, for logs; contains no part of the request. */
  detail: string
}

/** A JSON call to STP. */
export interface StpCall {
  method: 'PUT' | 'POST'
  url: string
  body: WireBody
  timeout_ms: number
  signal?: AbortSignal | undefined
}

/** An HTTP answer. `json` undefined: its body was no JSON, for example a page of nginx. */
interface Answered {
  outcome: 'answer'
  status: number
  json: unknown
}
/** Result of a call: an HTTP answer with any status, or unknown. */
export type Answer = Answered | Unknown

/** Makes an `unknown` result. */
export function unknown(reason: UnknownReason, detail: string): Unknown {
  return { outcome: 'unknown', reason, detail }
}

/** Describes a failed call by the error's code only: the error's text could contain parts of the request. */
function failure(error: unknown, call: StpCall, limit: AbortSignal): Unknown {
  if (call.signal?.aborted) return unknown('aborted', 'stopped by the caller')
  if (limit.aborted) return unknown('timeout', `no answer in ${call.timeout_ms} ms`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'connection failed'
  return unknown('network', code)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Sends a request and resolves with the answer once its headers have arrived. */
function exchange(call: StpCall, signal: AbortSignal): Promise<IncomingMessage> {
  const body = Buffer.from(JSON.stringify(call.body), 'utf8')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
    accept: 'application/json',
  }
  const open = new URL(call.url).protocol === 'https:' ? requestTls : request
  return new Promise((resolve, reject) => {
    const sent = open(call.url, { method: call.method, headers, signal }, resolve)
    sent.on('error', reject)
    refuseUpgrade(sent, reject)
    sent.end(body)
  })
}

/**
 * Sends one JSON call exactly once. A timeout or a lost connection returns `unknown`; it never throws. It does not use
 * `fetch`, which repeats a call that is answered 421 and follows redirects. Connections are kept alive.
 */
export const callStp = (call: StpCall): Promise<Answer> => tracedCall('stp', () => sendOnce(call))

async function sendOnce(call: StpCall): Promise<Answer> {
  const limit = AbortSignal.timeout(call.timeout_ms)
  const signal = call.signal ? AbortSignal.any([limit, call.signal]) : limit
  try {
    const response = await exchange(call, signal)
    const json = parseJson(await text(response))
    const { statusCode: status = 0 } = response
    if (status >= 500) countFailure('stp')
    else countAnswer('stp')
    return { outcome: 'answer', status, json }
  } catch (error) {
    if (call.signal?.aborted !== true) countFailure('stp')
    return failure(error, call, limit)
  }
}

/**
 * The JSON of an answer with one of these statuses; anything else is `unknown`, since it says nothing about an order.
 */
export function jsonOf(answer: Answer, statuses: readonly number[]): { json: unknown } | Unknown {
  if (answer.outcome === 'unknown') return answer
  if (!statuses.includes(answer.status)) return unknown('status', `HTTP ${answer.status}`)
  return answer.json === undefined ? unknown('unreadable', 'an answer without JSON') : { json: answer.json }
}
