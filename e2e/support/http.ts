import { expect } from '@playwright/test'
import { siteUrl } from './place.ts'

const base = `${siteUrl}/quincena/api`

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  token?: string
  key?: string
  body?: unknown
}

/** A call as an outside program makes it: nothing but HTTP. */
export async function call(path: string, { method = 'GET', token, key, body }: Call = {}) {
  const headers: Record<string, string> = {}
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

export const demoPassword = 'Quincena-2026'

interface SignedIn {
  token: string
  id: number
  first_name: string
  last_name: string
  company: { id: number } | null
}

const sessions = new Map<string, Promise<SignedIn>>()

const pause_ms = 5000

/** Waits its turn where the minute's sign-ins of this address are used up. */
async function signIn(email: string, tries = 15): Promise<SignedIn> {
  const body = { email, password: demoPassword }
  const { status, json } = await call('/auth/login', { method: 'POST', body })
  if (status === 429 && tries > 0) {
    await new Promise((done) => setTimeout(done, pause_ms))
    return signIn(email, tries - 1)
  }
  expect(status).toBe(200)
  return json
}

/** The token and the user of somebody, signed in once a run: sign-ins are limited per minute and address. */
export function signInByHttp(email: string): Promise<SignedIn> {
  const session = sessions.get(email) ?? signIn(email)
  sessions.set(email, session)
  return session
}
