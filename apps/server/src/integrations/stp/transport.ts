import { type IncomingMessage, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { text } from 'node:stream/consumers'
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

/** What went wrong, from the error's code only: an error's text could carry parts of the request. */
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

/** Puts a request on the wire and resolves with the head of its answer. */
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
    sent.end(body)
  })
}

/**
 * One JSON call, put on the wire once; a time-out or a lost connection comes back as unknown. Not `fetch`, which by
 * itself sends again what was answered 421 and follows redirects; connections are kept alive either way.
 */
export async function callStp(call: StpCall): Promise<Answer> {
  const limit = AbortSignal.timeout(call.timeout_ms)
  const signal = call.signal ? AbortSignal.any([limit, call.signal]) : limit
  try {
    const response = await exchange(call, signal)
    const json = parseJson(await text(response))
    return { outcome: 'answer', status: response.statusCode ?? 0, json }
  } catch (error) {
    return failure(error, call, limit)
  }
}

/** The JSON of an answer with one of these statuses; anything else says nothing about an order. */
export function jsonOf(answer: Answer, statuses: readonly number[]): { json: unknown } | Unknown {
  if (answer.outcome === 'unknown') return answer
  if (!statuses.includes(answer.status)) return unknown('status', `HTTP ${answer.status}`)
  return answer.json === undefined ? unknown('unreadable', 'an answer without JSON') : { json: answer.json }
}
