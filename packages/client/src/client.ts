import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

/** The schemas of the API by name: `Schemas['LoanDetail']`. */
export type Schemas = components['schemas']
/** Body of every error: RFC 9457 with a stable `code`. */
export type Problem = Schemas['Problem']
export type QuincenaClient = Client<paths>

interface ClientOptions {
  /** Address of the API: `https://lender.example/quincena/api`. */
  base_url: string
  /** The token of `POST /auth/login`, or a function that returns the present one; undefined before the sign-in. */
  token?: string | (() => string | undefined)
  /** How often a refused or failed request is sent again; default: 2. */
  retries?: number
  /** Longest wait that is accepted from `Retry-After`, in seconds; default: 60. */
  longest_wait_s?: number
  /** Sends requests; default: the global `fetch`. */
  fetch?: typeof fetch
}

const usual = { retries: 2, longest_wait_s: 60 }
/** The service may answer the same request later. */
const temporary = new Set([429, 503])

const isKeyed = ({ method, url }: Request) =>
  (method === 'POST' || method === 'PUT') && !new URL(url).pathname.includes('/api/auth/')

/** True for a request that may be sent twice: it changes nothing, or its key makes the server run it once. */
const isRepeatable = (request: Request) =>
  ['GET', 'HEAD'].includes(request.method) || request.headers.has('idempotency-key')

const wait = (duration_s: number) => new Promise((resolve) => setTimeout(resolve, duration_s * 1000))

/** Seconds until the next try: what the server asks for, else 1, 2, 4. */
function waitOf(response: Response | undefined, tries: number): number {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(asked) ? asked : 2 ** tries
}

/**
 * A `fetch` that sends a request again while the server answers 429 or 503, and one that may be sent twice also when the
 * network fails. It waits as long as `Retry-After` says, and gives up where that is longer than `longest_wait_s`.
 */
function retrying({
  retries,
  longest_wait_s,
  send,
}: {
  retries: number
  longest_wait_s: number
  send: typeof fetch
}) {
  async function sendFor(request: Request, tries: number): Promise<Response> {
    const isLast = tries >= retries || !isRepeatable(request)
    const response = await send(request.clone()).catch((error: unknown): undefined => {
      if (isLast) throw error
    })
    const wait_s = waitOf(response, tries)
    if (response !== undefined && (isLast || !temporary.has(response.status) || wait_s > longest_wait_s))
      return response
    await wait(wait_s)
    return sendFor(request, tries + 1)
  }
  return (request: Request) => sendFor(request, 0)
}

/** Signs each request with the token, and gives each POST and PUT outside `/auth` a key of its own, if it has none. */
const signing = (token: ClientOptions['token']): Middleware => ({
  onRequest({ request }) {
    const present = typeof token === 'function' ? token() : token
    if (present !== undefined && !request.headers.has('authorization'))
      request.headers.set('authorization', `Bearer ${present}`)
    if (isKeyed(request) && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID())
    return request
  },
})

/**
 * Creates a typed client of the API. A call returns `{data, error, response}`; `error` is a `Problem`. To repeat a command
 * safely after the program ended, pass a key of its own in `params.header`.
 */
export function createClient({
  base_url,
  token,
  fetch: send = fetch,
  ...options
}: ClientOptions): QuincenaClient {
  const client = createFetchClient<paths>({
    baseUrl: base_url.replace(/\/$/, ''),
    fetch: retrying({ ...usual, ...options, send }),
  })
  client.use(signing(token))
  return client
}

/** The data of a call; throws an `ApiError` for a problem. */
export function dataOf<Data>({
  data,
  error,
  response,
}: {
  data?: Data
  error?: unknown
  response: Response
}): Data {
  if (!response.ok) throw new ApiError(response.status, error)
  if (data === undefined) throw new ApiError(response.status, undefined)
  return data
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'request_id' in body

/** An answer of the API that is no success. */
export class ApiError extends Error {
  readonly status: number
  /** Undefined where something in front of the API answered. */
  readonly problem: Problem | undefined

  constructor(status: number, body: unknown) {
    const problem = isProblem(body) ? body : undefined
    super(problem === undefined ? `HTTP ${status}` : `${problem.code}: ${problem.detail}`)
    this.status = status
    this.problem = problem
  }
}
