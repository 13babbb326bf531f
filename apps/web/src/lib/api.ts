import './spanish.ts'
import { type ZodType, z } from 'zod'
import { ApiError, networkError, unexplainedText } from './api-error.ts'
import type { Attempt } from './attempt.ts'
import { basePath } from './base-path.ts'
import { fileName, readBody } from './read-body.ts'
import { refusal } from './refusal.ts'
import { loseSession, sessionToken } from './session.ts'

type QueryValue = string | number | boolean | null | undefined

interface CallOptions {
  query?: Record<string, QueryValue> | undefined
  /** JSON already in wire shape (`z.encode(schema, values)`), or a FormData. */
  body?: unknown
  attempt?: Attempt | undefined
  signal?: AbortSignal | undefined
  /** The session it is called in, where that is not the open one. */
  token?: string | undefined
  /** May take any time; its caller gives up by `signal`. */
  isLong?: boolean
  /** Waits and repeats while the server is busy (429 or 503 with a short Retry-After). */
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
/** The PDF queue says 3; a rate limit says up to 60, which nobody waits for. */
const longestRetryAfter_s = 5
const patientRetries = 2

/** The answer of calls that answer 204. */
export const noContent = z.undefined()

function address(path: string, query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${basePath}/api${path}${search === '' ? '' : `?${search}`}`
}

function serialize(body: unknown): BodyInit | null {
  if (body === undefined) return null
  return body instanceof FormData ? body : JSON.stringify(body)
}

function headersFor(body: BodyInit | null, { attempt, token }: CallOptions): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  if (attempt) headers.set('Idempotency-Key', attempt.keyFor(typeof body === 'string' ? body : ''))
  return headers
}

/** With its body here: half an answer is none. */
async function whole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, response)
}

/** The answer, or null when none came whole and in time; a call its caller gave up on throws. */
async function reach(request: Request, { signal, isLong }: CallOptions): Promise<Response | null> {
  try {
    const response = await fetch(request)
    return isLong ? response : await whole(response)
  } catch (error) {
    if (signal?.aborted) throw error
    return null
  }
}

const pause = (delay_ms: number) => new Promise((resolve) => setTimeout(resolve, delay_ms))

async function isStillRunning(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  return (await refusal(response.clone())).code === 'idempotency_in_progress'
}

/** A call with an idempotency key is repeated while its outcome is unknown; any other is tried once. */
async function reachUntilKnown(request: Request, options: CallOptions): Promise<Response> {
  const isRepeatable = options.attempt !== undefined
  for (const delay_ms of [...(isRepeatable ? retryDelays_ms : []), null]) {
    const response = await reach(request.clone(), options)
    if (response !== null && !(isRepeatable && (await isStillRunning(response)))) return response
    if (delay_ms === null) break
    await pause(delay_ms)
  }
  throw networkError()
}

/** What a refusal says; where it says that our session is over, that ends here as well. */
async function refused(response: Response, headers: Headers): Promise<ApiError> {
  const isOurToken = headers.get('Authorization') === `Bearer ${sessionToken()}`
  if (response.status === 401 && isOurToken) loseSession()
  return refusal(response)
}

/** Seconds after which the server says that the same call may succeed; null where it says nothing, or not soon. */
function retryAfter_s(response: Response): number | null {
  if (response.status !== 429 && response.status !== 503) return null
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return seconds > 0 && seconds <= longestRetryAfter_s ? seconds : null
}

/** Repeats a call that changes nothing while the server asks for a short wait, twice at most. */
async function reachPatiently(request: Request, options: CallOptions): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await reachUntilKnown(request.clone(), options)
    const wait_s = retryAfter_s(response)
    if (wait_s === null || tries === patientRetries) return response
    await pause(wait_s * 1000)
    options.signal?.throwIfAborted()
  }
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const body = serialize(options.body)
  const headers = headersFor(body, { ...options, token: options.token ?? sessionToken() ?? undefined })
  const limit = options.isLong ? undefined : AbortSignal.timeout(timeout_ms)
  const limits = [limit, options.signal].filter((signal) => signal !== undefined)
  const url = new URL(address(path, options.query), document.baseURI)
  const request = new Request(url, { method, headers, body, signal: AbortSignal.any(limits) })
  const response = await (options.isPatient ? reachPatiently : reachUntilKnown)(request, options)
  if (response.ok) return response
  if (response.status < 500) options.attempt?.settle()
  throw await refused(response, headers)
}

/** An answer that is not the server's: a network that asks for a sign-in answers with a page. */
function unreadable(status: number, why: string): ApiError {
  console.error('Unexpected answer', why)
  return new ApiError({ status, code: 'unreadable', detail: unexplainedText })
}

async function parsed<T>(schema: ZodType<T>, response: Response): Promise<T> {
  const { status } = response
  const said = status === 204 ? Promise.resolve(undefined) : response.json()
  const body: unknown = await said.catch((error: unknown) => {
    throw unreadable(status, String(error))
  })
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw unreadable(status, z.prettifyError(result.error))
}

function caller(method: Method) {
  return async <T>(schema: ZodType<T>, path: string, options: CallOptions = {}): Promise<T> => {
    const answer = await parsed(schema, await send(method, path, options))
    options.attempt?.settle()
    return answer
  }
}

/**
 * The server's API. Paths start after `/api`; answers are decoded by their schema (pesos become
 * centavos); refusals are thrown as `ApiError`; a 401 ends the session.
 */
export const api = {
  get: caller('GET'),
  post: caller('POST'),
  put: caller('PUT'),
  patch: caller('PATCH'),
  delete: caller('DELETE'),
  /** A file, with the server's hash of it when it tells one; asked for again while the server is busy making others. */
  async file(method: 'GET' | 'POST', path: string, options: CallOptions = {}) {
    const response = await send(method, path, { ...options, isPatient: true })
    const etag = response.headers.get('ETag')
    return { blob: await response.blob(), sha256: etag?.replace(/^W\//, '').replaceAll('"', '') ?? null }
  },
  /** A file of any length, told of as it comes, with the name the server gave it. */
  async download(path: string, { query, signal, onBytes }: DownloadOptions) {
    const response = await send('GET', path, { query, signal, isLong: true })
    const name = fileName(response, 'archivo')
    return { name, blob: await readBody(response, { signal, onBytes }) }
  },
  /** An open answer to read as it comes (server-sent events); it has no time limit. */
  async stream(
    path: string,
    { query, signal }: { query?: CallOptions['query']; signal: AbortSignal },
  ): Promise<ReadableStream<Uint8Array>> {
    const headers = headersFor(null, { token: sessionToken() ?? undefined })
    headers.set('Accept', 'text/event-stream')
    const response = await fetch(address(path, query), { headers, signal })
    if (response.ok && response.body) return response.body
    throw await refused(response, headers)
  },
}
