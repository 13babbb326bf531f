import './spanish.ts'
import { type ZodType, z } from 'zod'
import { ApiError, networkError, sessionEndedError, unexplainedText } from './api-error.ts'
import { basePath } from './base-path.ts'
import { noteGate } from './gate.ts'
import type { Attempt } from './idempotency.ts'
import { noteIdle } from './idle.ts'
import { factorPrompt, signInPrompt } from './prompt.ts'
import { fileName, readBody } from './read-body.ts'
import { readRefusal } from './refusal.ts'
import { currentSession, loseSession, sessionHeader, sessionNumber, sessionSignal } from './session.ts'

export type QueryValue = string | number | boolean | null | undefined

interface CallOptions {
  query?: Record<string, QueryValue> | undefined
  /** JSON already in wire shape (`z.encode(schema, values)`), or a FormData. */
  body?: unknown
  attempt?: Attempt | undefined
  signal?: AbortSignal | undefined
  /** Number of the session that the call is for, instead of the current one. */
  session?: string | undefined
  /** Removes the time limit of 45 s; the caller cancels with `signal`. */
  isLong?: boolean
  /** Repeats the call, at most twice, while the server answers 429 or 503 with a Retry-After of at most 5 s. */
  isPatient?: boolean
}

interface DownloadOptions {
  query?: CallOptions['query']
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const timeout_ms = 45_000
const retryDelays_ms = [400, 1200, 2500]
/** The PDF queue sends a Retry-After of 3 s. A rate limit sends up to 60 s, which is too long to wait. */
const maxRetryAfter_s = 5
const patientRetries = 2

/** Schema of an answer with status 204. */
export const noContent = z.undefined()

function address(path: string, query: CallOptions['query'] = {}): string {
  const queryEntries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = new URLSearchParams(queryEntries.map(([name, value]) => [name, String(value)])).toString()
  return `${basePath}/api${path}${search === '' ? '' : `?${search}`}`
}

function serialize(body: unknown): BodyInit | null {
  if (body === undefined) return null
  return body instanceof FormData ? body : JSON.stringify(body)
}

function headersFor(body: BodyInit | null, { attempt, session }: CallOptions): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (session !== undefined) headers.set(sessionHeader, session)
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  if (attempt) headers.set('Idempotency-Key', attempt.keyFor(typeof body === 'string' ? body : ''))
  return headers
}

/** Reads the whole body; throws when it breaks off, so that half an answer counts as no answer. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, response)
}

/** Returns null when no complete answer arrives in time; throws when the caller aborted the call. */
async function fetchAnswer(request: Request, { signal, isLong }: CallOptions): Promise<Response | null> {
  try {
    const response = await fetch(request)
    return isLong ? response : await readWhole(response)
  } catch (error) {
    if (signal?.aborted) throw error
    return null
  }
}

const pause = (delay_ms: number) => new Promise((resolve) => setTimeout(resolve, delay_ms))

async function isStillRunning(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  return (await readRefusal(response.clone())).code === 'idempotency_in_progress'
}

/**
 * Repeats a call with an idempotency key while its outcome is unknown (no answer, or 409 `idempotency_in_progress`);
 * sends any other call once. Throws `network` when no answer arrives.
 */
async function fetchUntilKnown(request: Request, options: CallOptions): Promise<Response> {
  const isRepeatable = options.attempt !== undefined
  for (const delay_ms of [...(isRepeatable ? retryDelays_ms : []), null]) {
    const response = await fetchAnswer(request.clone(), options)
    if (response !== null && !(isRepeatable && (await isStillRunning(response)))) return response
    if (delay_ms === null) break
    await pause(delay_ms)
  }
  throw networkError()
}

/**
 * Reads the error of a refused call. A 401 to the current session also ends it in this tab; a missing factor or a
 * temporary password shows the gate.
 */
async function readError(response: Response, headers: Headers): Promise<ApiError> {
  const number = headers.get(sessionHeader)
  if (response.status === 401 && number !== null && number === sessionNumber()) loseSession()
  const refusal = await readRefusal(response)
  if (number !== null && number === sessionNumber()) noteGate(refusal.code)
  return refusal
}

/** The Retry-After of a 429 or 503, in seconds; null without one or above 5 s. */
function retryAfter_s(response: Response): number | null {
  if (response.status !== 429 && response.status !== 503) return null
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return seconds > 0 && seconds <= maxRetryAfter_s ? seconds : null
}

/** Repeats a call at most twice while the server asks for a short wait. Only for calls that change nothing. */
async function fetchPatiently(request: Request, options: CallOptions): Promise<Response> {
  for (let attempts = 0; ; attempts += 1) {
    const response = await fetchUntilKnown(request.clone(), options)
    const wait_s = retryAfter_s(response)
    if (wait_s === null || attempts === patientRetries) return response
    await pause(wait_s * 1000)
    options.signal?.throwIfAborted()
  }
}

async function sendOnce(method: Method, path: string, options: CallOptions): Promise<Response> {
  const body = serialize(options.body)
  const headers = headersFor(body, { ...options, session: options.session ?? sessionNumber() ?? undefined })
  const limit = options.isLong ? undefined : AbortSignal.timeout(timeout_ms)
  const untilSignOut = method === 'GET' && options.session === undefined ? sessionSignal() : undefined
  const limits = [limit, untilSignOut, options.signal].filter((signal) => signal !== undefined)
  const url = new URL(address(path, options.query), document.baseURI)
  const request = new Request(url, { method, headers, body, signal: AbortSignal.any(limits) })
  const response = await (options.isPatient ? fetchPatiently : fetchUntilKnown)(request, options).catch(
    (error) => {
      throw untilSignOut?.aborted ? sessionEndedError() : error
    },
  )
  noteIdle(response.headers)
  if (response.ok) return response
  if (response.status < 500) options.attempt?.settle()
  throw await readError(response, headers)
}

function userId(): number | null {
  const session = currentSession()
  return session.state === 'signed-in' ? session.user.id : null
}

/** Asks the user for what the refused call needs; false if it needs nothing else, or the user cancels. */
async function obtain({ code }: ApiError, { session }: CallOptions): Promise<boolean> {
  if (code === 'factor_required') return factorPrompt.ask()
  return code === 'session.required' && session === undefined && signInPrompt.ask()
}

/**
 * Sends a call. Where it needs a recent second factor, or its session ended under an open staff page, it asks the user
 * and repeats the call once.
 */
async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const sender = userId()
  try {
    return await sendOnce(method, path, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !(await obtain(error, options))) throw error
    // Nothing is sent in the name of the next user.
    if (userId() !== sender) throw error
    return sendOnce(method, path, options)
  }
}

/** The error of an answer that is not the API's, for example the sign-in page of a public Wi-Fi. */
function unreadableError(status: number, why: string): ApiError {
  console.error('Unexpected answer', why)
  return new ApiError({ status, code: 'unreadable', detail: unexplainedText })
}

async function parseAnswer<T>(schema: ZodType<T>, response: Response): Promise<T> {
  const { status } = response
  const answerJson = status === 204 ? Promise.resolve(undefined) : response.json()
  const body: unknown = await answerJson.catch((error: unknown) => {
    throw unreadableError(status, String(error))
  })
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw unreadableError(status, z.prettifyError(result.error))
}

function createCaller(method: Method) {
  return async <T>(schema: ZodType<T>, path: string, options: CallOptions = {}): Promise<T> => {
    const answer = await parseAnswer(schema, await send(method, path, options))
    options.attempt?.settle()
    return answer
  }
}

/**
 * Calls the server's API. Paths start after `/api`; the schema decodes the answer (pesos become centavos). Every
 * error is an `ApiError`; a 401 ends the session.
 */
export const api = {
  get: createCaller('GET'),
  post: createCaller('POST'),
  put: createCaller('PUT'),
  patch: createCaller('PATCH'),
  delete: createCaller('DELETE'),
  /** Returns a file and its SHA-256 from the ETag, or null; repeats the call while the server is busy. */
  async file(method: 'GET' | 'POST', path: string, options: CallOptions = {}) {
    const response = await send(method, path, { ...options, isPatient: true })
    const etag = response.headers.get('ETag')
    return { blob: await response.blob(), sha256: etag?.replace(/^W\//, '').replaceAll('"', '') ?? null }
  },
  /** Returns a file of any length and its name; calls `onBytes` with the bytes received so far. */
  async download(path: string, { query, signal, onBytes }: DownloadOptions) {
    const response = await send('GET', path, { query, signal, isLong: true })
    const name = fileName(response, 'archivo')
    return { name, blob: await readBody(response, { signal, onBytes }) }
  },
  /** Opens a stream of server-sent events, without a time limit. */
  async stream(
    path: string,
    { query, signal }: { query?: CallOptions['query']; signal: AbortSignal },
  ): Promise<ReadableStream<Uint8Array>> {
    const headers = headersFor(null, { session: sessionNumber() ?? undefined })
    headers.set('Accept', 'text/event-stream')
    const response = await fetch(address(path, query), { headers, signal })
    if (response.ok && response.body) return response.body
    throw await readError(response, headers)
  },
}
