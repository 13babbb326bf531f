import { expect } from '@playwright/test'
import { addressHeader, siteUrl } from './server-address.ts'

const base = `${siteUrl}/quincena/api`

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  token?: string
  key?: string
  body?: unknown
  /** Name from which the client's IP address is derived; see `addressHeader`. */
  from?: string
}

/** Calls the API over HTTP, without a browser. */
export async function call(path: string, { method = 'GET', token, key, body, from }: Call = {}) {
  const headers: Record<string, string> = from === undefined ? {} : addressHeader(from)
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (key !== undefined) headers['idempotency-key'] = key
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json'
  const payload = body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body)
  const response = await fetch(`${base}${path}`, { method, headers, body: payload })
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  const json = type.includes('json') ? JSON.parse(bytes.toString('utf8')) : undefined
  return { status: response.status, headers: response.headers, bytes, json }
}

/** Password of the demo users, who are inserted with it. Nobody else may choose it. */
export const demoPassword = 'Quincena-2026'
/** Password of the workers that tests create, whose addresses begin with `prueba-`. */
export const workerPassword = 'Trueno-Lejano-58'

const passwordOf = (email: string) => (email.startsWith('prueba-') ? workerPassword : demoPassword)

interface SignedIn {
  token: string
  id: number
  first_name: string
  last_name: string
  company: { id: number } | null
}

const sessions = new Map<string, Promise<SignedIn>>()

/** Opens a new session, for tests that end it. */
export async function signInAnew(email: string): Promise<SignedIn> {
  const body = { email, password: passwordOf(email) }
  const { status, json } = await call('/auth/login', { method: 'POST', body, from: email })
  expect(status).toBe(200)
  return json
}

/** Signs a user in once and shares the session between tests. */
export function signInByHttp(email: string): Promise<SignedIn> {
  const session = sessions.get(email) ?? signInAnew(email)
  sessions.set(email, session)
  return session
}
