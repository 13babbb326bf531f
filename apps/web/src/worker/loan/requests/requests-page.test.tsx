import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../../test/loan.ts'
import { answerWith, buildPage } from '../../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  vi.useRealTimers()
  endSession()
  vi.unstubAllGlobals()
})

test.each([
  ['creditos', 'Ver mis productos'],
  ['anticipos', 'Ir al inicio'],
])('with a credit in force and no requests, the list of %s offers «%s»', async (filter, way) => {
  answerWith({ 'GET /loan': buildPage(), 'GET /notification/unread-count': { count: 0 } })
  openWorkerApp(`/app/requests?filter=${filter}`, workerOf({ has_credit: true }))
  expect(await screen.findByText('No hay solicitudes')).toBeVisible()
  expect(screen.getByRole('button', { name: way })).toBeVisible()
})

test('§9 shows the hint of a request in analysis for 3 s after a tap [E2.28 E9.9]', async () => {
  answerWith({
    'GET /loan': buildPage(loanItemOf('requested')),
    'GET /notification/unread-count': { count: 0 },
  })
  openWorkerApp('/app/requests')
  const row = await screen.findByRole('button', { name: /^Crédito de/ })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const readHint = () => screen.getByRole('status').textContent
  fireEvent.click(row)
  act(() => vi.advanceTimersByTime(2999))
  expect(readHint()).toBe('Esta solicitud se encuentra en análisis.')
  act(() => vi.advanceTimersByTime(1))
  expect(readHint()).toBe('')
})
