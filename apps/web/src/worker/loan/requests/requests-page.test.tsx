import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf, loanItemOf } from '../../../../test/loan.ts'
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
  expect(row.parentElement).toContainElement(screen.getByRole('link', { name: /^Ver o retirar/ }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const readHint = () => screen.getByRole('status').textContent
  fireEvent.click(row)
  act(() => vi.advanceTimersByTime(2999))
  expect(readHint()).toBe('Esta solicitud se encuentra en análisis.')
  act(() => vi.advanceTimersByTime(1))
  expect(readHint()).toBe('')
})

test.each([
  [null, 'Retirada por ti', 'Retiraste tu solicitud'],
  ['2026-11-14T18:05:00Z', 'No la tomaste', 'Decidiste no tomar este crédito'],
])(
  'a loan approved at %s that the worker ended is called «%s» in the list and on its screen',
  async (approved_at, label, title) => {
    answerWith({
      'GET /loan': buildPage(loanItemOf('declined', { approved_at })),
      'GET /loan/123': loanDetailOf('declined', { approved_at }),
      'GET /notification/unread-count': { count: 0 },
    })
    openWorkerApp('/app/requests')
    fireEvent.click(await screen.findByText(label))
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(label)).toBeVisible()
    expect(screen.queryByText('Rechazada')).toBeNull()
  },
)
