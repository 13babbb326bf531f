import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../test/server.ts'
import { ApiError } from './api-error.ts'
import { clientLog } from './client-log.ts'

afterEach(() => vi.unstubAllGlobals())

const sent = new Response(null, { status: 204 })

test('a line has action, level and message; an error line ends with status, code and text [E4.11]', async () => {
  const calls = answerWith({ 'POST /auth/logs': sent })
  clientLog.info('accept', 'C-000123')
  const refused = new ApiError({ status: 422, code: 'transfer.refused', detail: 'No se pudo' })
  clientLog.error('accept', 'C-000123', refused)
  await vi.waitFor(() => expect(calls).toHaveLength(2), 10_000)
  expect(calls.map(({ body }) => body)).toEqual([
    { action: 'accept', log_level: 'INFO', message: 'C-000123' },
    {
      action: 'accept',
      log_level: 'ERROR',
      message: 'C-000123 (422 transfer.refused: No se pudo)',
    },
  ])
})

test('sends a lost line again when online, and does not repeat a refused line [E4.11]', async () => {
  let isDown = true
  const calls = answerWith({ 'POST /auth/logs': () => (isDown ? Promise.reject(new TypeError('x')) : sent) })
  clientLog.info('decline', 'C-000123')
  await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000)
  isDown = false
  await new Promise((done) => setTimeout(done))
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(calls).toHaveLength(2), 10_000)
  expect(calls[1]?.body).toEqual(calls[0]?.body)

  const refusals = answerWith({ 'POST /auth/logs': buildRefusal(429, 'request.too_many', 'Espera') })
  clientLog.info('decline', 'C-000124')
  await vi.waitFor(() => expect(refusals).toHaveLength(1), 10_000)
  dispatchEvent(new Event('online'))
  clientLog.info('decline', 'C-000125')
  await vi.waitFor(() => expect(refusals).toHaveLength(2), 10_000)
  expect(refusals.map(({ body }) => body)).toMatchObject([{ message: 'C-000124' }, { message: 'C-000125' }])
})
