import { expect } from '@playwright/test'

const base = `${process.env.E2E_URL ?? 'http://127.0.0.1:3000'}/quincena/api`

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

/** Signs in and returns the token and the user. */
export async function signInByHttp(email: string, password = 'Quincena-2026') {
  const { status, json } = await call('/auth/login', { method: 'POST', body: { email, password } })
  expect(status).toBe(200)
  return json
}
