import { messageOf } from '@quincena/domain/messages'
import { money } from '@quincena/domain/money'
import type { User } from '@quincena/domain/users/schema'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { userOf } from '../../test/user.ts'
import { api, noContent } from './api.ts'
import { ApiError, errorText, fieldErrors } from './api-error.ts'
import { onGateNeeded } from './gate.ts'
import { createAttempt } from './idempotency.ts'
import { signInPrompt } from './prompt.ts'
import { currentSession, endSession, openSession } from './session.ts'

type Answer = () => Promise<Response>

const json =
  (body: unknown, status = 200): Answer =>
  async () =>
    Response.json(body, { status })
const problem = (status: number, code: string, errors?: Record<string, string[]>): Answer =>
  json(
    {
      type: 'about:blank',
      title: code,
      status,
      detail: `Detalle de ${code}`,
      code,
      errors,
      request_id: 'r-1',
    },
    status,
  )
const failFetch: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

let requests: Request[] = []

function answerWith(...answers: Answer[]): void {
  vi.stubGlobal('fetch', (request: Request) => {
    requests.push(request)
    return (answers.shift() ?? failFetch)()
  })
}

const keys = () => requests.map((request) => request.headers.get('Idempotency-Key'))
const worker: User = userOf({ user_type: 'U2' })

beforeEach(() => {
  requests = []
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('decodes pesos into centavos and passes query and session [B6.8]', async () => {
  openSession('5', worker)
  answerWith(json({ amount: 916.8 }))
  const loan = await api.get(z.object({ amount: money }), '/loan/3', {
    query: { page: 2, search: '', status: undefined },
  })
  expect(loan).toEqual({ amount: 91680 })
  expect(new URL(requests[0]?.url ?? '').pathname + new URL(requests[0]?.url ?? '').search).toBe(
    '/api/loan/3?page=2',
  )
  expect(requests[0]?.headers.get('Quincena-Session')).toBe('5')
  expect(requests[0]?.headers.has('Authorization')).toBe(false)
})

test('throws a refusal with its code, detail and field messages', async () => {
  answerWith(problem(422, 'request.invalid', { amount: ['Muy alto.', 'Otra.'] }))
  const refused = await api.post(noContent, '/loan/', { body: {} }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({
    status: 422,
    code: 'request.invalid',
    detail: 'Detalle de request.invalid',
    requestId: 'r-1',
  })
  expect(fieldErrors(refused)).toEqual({ amount: 'Muy alto. Otra.' })
})

test('errorText of an unknown error equals the catalogue’s text of server.error', () => {
  expect(errorText(new Error('x'))).toBe(messageOf('server.error'))
})

test('an error page that is not RFC 9457 becomes the default message [B8.1]', async () => {
  answerWith(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(api.get(noContent, '/loan')).rejects.toMatchObject({
    status: 502,
    detail: 'Algo salió mal. Intenta de nuevo.',
  })
})

test('an answer that breaks its schema fails with code unreadable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answerWith(json({ amount: 'mucho' }))
  await expect(api.get(z.object({ amount: money }), '/loan/3')).rejects.toMatchObject({ code: 'unreadable' })
})

test('repeats an attempt with the same idempotency key while its outcome is unknown', async () => {
  answerWith(failFetch, problem(409, 'idempotency_in_progress'), json({ id: 4 }, 201))
  const attempt = createAttempt()
  await expect(
    api.post(z.object({ id: z.int() }), '/loan/', { body: { amount: 1 }, attempt }),
  ).resolves.toEqual({ id: 4 })
  expect(new Set(keys()).size).toBe(1)
  expect(requests).toHaveLength(3)
})

test('keeps the idempotency key after a 503 and takes a new one after a 409', async () => {
  const attempt = createAttempt()
  const send = () =>
    api.post(z.unknown(), '/loan/', { body: { amount: 1 }, attempt }).catch((error: unknown) => error)
  answerWith(problem(503, 'payouts.paused'), problem(409, 'loan.credit_pending'), json({}, 201))
  await send()
  await send()
  await send()
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('an answer that breaks off or is a page of the network keeps the idempotency key', async () => {
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'))
      controller.error(new TypeError('network error'))
    },
  })
  const page: Answer = async () =>
    new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const attempt = createAttempt()
  const sign = () => api.post(z.object({ id: z.number() }), '/loan/3/accept', { body: {}, attempt })
  answerWith(async () => new Response(half), page, json({ id: 3 }), json({ id: 3 }))
  await expect(sign()).rejects.toMatchObject({ code: 'unreadable' })
  expect(await sign()).toEqual({ id: 3 })
  await sign()
  const [first, ...later] = keys()
  expect(later).toEqual([first, first, expect.not.stringMatching(first ?? '')])
})

test('another body gets another idempotency key', () => {
  const attempt = createAttempt()
  const first = attempt.keyFor('{"amount":1}')
  expect(attempt.keyFor('{"amount":1}')).toBe(first)
  expect(attempt.keyFor('{"amount":2}')).not.toBe(first)
})

test('a call without an attempt is sent once', async () => {
  answerWith(failFetch, json({}))
  await expect(api.post(z.unknown(), '/auth/login', { body: {} })).rejects.toMatchObject({
    status: 0,
    code: 'network',
  })
  expect(requests).toHaveLength(1)
})

test('a 401 to the current session ends the session [B4.18 E7.1 E8.2]', async () => {
  openSession('5', worker)
  answerWith(problem(401, 'session.required'))
  await expect(api.get(noContent, '/loan')).rejects.toMatchObject({ status: 401 })
  expect(currentSession()).toEqual({ state: 'guest' })
  expect(localStorage.getItem('quincena.session')).toBeNull()
})

test('a 401 to the event stream ends the session', async () => {
  openSession('5', worker)
  answerWith(problem(401, 'session.required'))
  await expect(api.stream('/events', { signal: new AbortController().signal })).rejects.toMatchObject({
    status: 401,
  })
  expect(currentSession()).toEqual({ state: 'guest' })
  expect(localStorage.getItem('quincena.session')).toBeNull()
})

test('a read stops when its session ends; a write goes on', async () => {
  openSession('5', worker)
  answerWith(...[1, 2].map((): Answer => () => new Promise(() => undefined)))
  void api.get(noContent, '/loan').catch(() => undefined)
  void api.post(noContent, '/loan').catch(() => undefined)
  endSession()
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a read that its session’s end stopped fails as a 401, without a repetition', async () => {
  openSession('5', worker)
  answerWith(async () => {
    endSession()
    throw new DOMException('stopped', 'AbortError')
  })
  await expect(api.get(noContent, '/loan')).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(1)
})

test('a 401 to an older session does not end the new session', async () => {
  openSession('5', worker)
  answerWith(async () => {
    openSession('6', worker)
    return problem(401, 'session.required')()
  })
  await expect(api.get(noContent, '/loan')).rejects.toMatchObject({ status: 401 })
  expect(currentSession().state).toBe('signed-in')
})

test('a refused call is not sent again in the name of the next user', async () => {
  openSession('5', worker)
  const unregister = signInPrompt.register(async () => true)
  answerWith(async () => {
    openSession('6', { ...worker, id: worker.id + 1 })
    return problem(401, 'session.required')()
  }, json({}))
  await expect(api.post(z.unknown(), '/loan')).rejects.toMatchObject({ code: 'session.required' })
  expect(requests).toHaveLength(1)
  unregister()
})

const busy =
  (status: number, retry_after: string): Answer =>
  async () => {
    const response = await problem(status, 'files.busy')()
    response.headers.set('Retry-After', retry_after)
    return response
  }

test.each([429, 503])('requests a file again after a %s with a short Retry-After', async (status) => {
  answerWith(busy(status, '3'), busy(status, '3'), async () => new Response('pdf'))
  const { blob } = await api.file('GET', '/loan/9/statement')
  expect(await blob.text()).toBe('pdf')
  expect(requests).toHaveLength(3)
})

test('a file fails after the third busy answer, and at once after a long Retry-After', async () => {
  answerWith(busy(503, '3'), busy(503, '3'), busy(503, '3'), busy(429, '60'))
  const failed = { status: 503, detail: 'Detalle de files.busy' }
  await expect(api.file('GET', '/loan/9/statement')).rejects.toMatchObject(failed)
  expect(requests).toHaveLength(3)
  await expect(api.file('GET', '/loan/9/statement')).rejects.toMatchObject({ status: 429 })
  expect(requests).toHaveLength(4)
})

test.each(['factor_missing', 'password_temporary'])('a 403 %s fetches the own user once', async (code) => {
  openSession('5', worker)
  const { promise, resolve } = Promise.withResolvers<void>()
  const refresh = vi.fn(() => promise)
  onGateNeeded(refresh)
  answerWith(problem(403, code), problem(403, code), problem(403, 'route.forbidden'))
  await Promise.all([1, 2].map(() => api.get(noContent, '/loan').catch(() => undefined)))
  await api.get(noContent, '/loan').catch(() => undefined)
  resolve()
  expect(refresh).toHaveBeenCalledTimes(1)
})
