import { type DefaultError, MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../test/server.ts'
import { ApiError } from './api-error.ts'
import { logFailures } from './log-failures.ts'

let client: QueryClient
let stop: () => void
let lines: () => unknown[]

beforeEach(() => {
  const calls = answerWith({ 'POST /auth/logs': new Response(null, { status: 204 }) })
  lines = () => calls.map(({ body }) => body)
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = logFailures(client)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const failure = (status: number, code: string, detail = 'De Ana López') =>
  new ApiError({ status, code, detail })
const queryKey = ['users', 'list', { search: 'Ana López' }]

const load = (answer: () => Promise<unknown>) =>
  client.fetchQuery({ queryKey, queryFn: answer }).catch(() => undefined)
const mutate = (error: DefaultError, meta: Record<string, unknown> = {}) =>
  new MutationObserver(client, { mutationFn: () => Promise.reject(error), meta })
    .mutate()
    .catch(() => undefined)

test('logs a failed query once until it succeeds, without its parameters [B8.47]', async () => {
  const rejectCall = () => Promise.reject(failure(500, 'server.error'))
  await load(rejectCall)
  await load(rejectCall)
  const line = { action: 'users', log_level: 'ERROR', message: 'Error al cargar (500 server.error)' }
  await vi.waitFor(() => expect(lines()).toEqual([line]), 10_000)
  await load(() => Promise.resolve(1))
  await load(rejectCall)
  await vi.waitFor(() => expect(lines()).toEqual([line, line]), 10_000)
})

test('logs each failed mutation by meta.log, the text of an unexplained error, or the default [B8.47]', async () => {
  await mutate(failure(409, 'debt_changed'))
  await mutate(failure(0, 'unexplained', 'No se pudo eliminar el usuario.'))
  await mutate(failure(422, 'unreadable'), { log: 'Error al registrar usuario' })
  await mutate(new TypeError('Ana López is not a function'))
  const messages = [
    'Error al guardar (409 debt_changed)',
    'No se pudo eliminar el usuario. (0 unexplained)',
    'Error al registrar usuario (422 unreadable)',
    'Error al guardar (TypeError)',
  ]
  const line = { action: window.location.pathname, log_level: 'ERROR' }
  await vi.waitFor(() => expect(lines()).toEqual(messages.map((message) => ({ ...line, message }))), 10_000)
})

test('does not log a 401, a 422 or a failure after logging was stopped', async () => {
  await mutate(failure(401, 'session.expired'))
  await mutate(failure(422, 'request.invalid'))
  await load(() => Promise.reject(failure(401, 'session.expired')))
  await mutate(failure(403, 'route.forbidden'))
  stop()
  await mutate(failure(500, 'server.error'))
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 10_000)
  expect(lines()).toMatchObject([{ message: 'Error al guardar (403 route.forbidden)' }])
})
