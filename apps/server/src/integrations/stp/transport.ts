import type { WireBody } from './cadena.ts'

/** Why nothing certain is known about a call. */
export type UnknownReason = 'timeout' | 'network' | 'aborted' | 'status' | 'unreadable' | 'result'

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

type Answer = { outcome: 'answer'; status: number; json: unknown } | Unknown

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

function parseJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return null
  }
}

/** One JSON call; whatever is not readable JSON (time-out, lost connection, HTML page) comes back as unknown. */
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
    const parsed = parseJson(await response.text())
    if (parsed) return { outcome: 'answer', status: response.status, json: parsed.json }
    return unknown(response.ok ? 'unreadable' : 'status', `HTTP ${response.status} without JSON`)
  } catch (error) {
    return failure(error, call)
  }
}
