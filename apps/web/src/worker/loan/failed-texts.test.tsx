import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanDetailOf, loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const failWithServerError = () => buildRefusal(500, 'server.error', 'Algo salió mal.')
const loan = loanDetailOf('active')
const list = buildPage(loanItemOf('active'))

test.each([
  ['products', 'GET /loan', list, 'Hubo un problema al obtener las solicitudes.'],
  ['requests', 'GET /loan', list, 'Error al buscar las solicitudes'],
  ['credit-detail/123', 'GET /loan/123', loan, 'Hubo un error buscando los detalles de la solicitud'],
  [
    'anticipation-detail/123',
    'GET /loan/123',
    { ...loan, type: 'advance' },
    'Hubo un error buscando los detalles de la anticipación',
  ],
  [
    'rejected-detail/123',
    'GET /loan/123',
    loanDetailOf('rejected'),
    'Hubo un error buscando los detalles de la solicitud',
  ],
  [
    'credit-request-approved/123',
    'GET /loan/123',
    loan,
    'Hubo un error buscando los detalles de la solicitud',
  ],
  [
    'new-advance',
    'POST /loan/get-max-advance-loan-amount/',
    { data: 4250 },
    'Error al obtener el importe máximo del anticipo',
  ],
] as const)(
  '§8 /app/%s shows an error if %s fails, and loads the data on retry [E8.3 E8.8]',
  async (...[path, call, answer, text]) => {
    const answers: Record<string, unknown> = { [call]: failWithServerError }
    answerWith(answers)
    openWorkerApp(`/app/${path}`)
    expect(await screen.findByText(text)).toBeVisible()
    answers[call] = answer
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await vi.waitFor(() => expect(screen.queryByText(text)).toBeNull(), 10_000)
  },
)

test.each([
  ['an advance opened as a credit', 'credit-detail', { type: 'advance' }, '/app/anticipation-detail/123'],
  ['a loan in force opened as rejected', 'rejected-detail', {}, '/app/credit-detail/123'],
  ['a credit’s approved screen for an advance', 'advance-request-approved', {}, '/app/credit-detail/123'],
  ['what is in force, opened as just asked for', 'new-credit-request', {}, '/app/credit-detail/123'],
] as const)('redirects %s to the right screen [E2.37]', async (...[_what, path, changes, place]) => {
  answerWith({ 'GET /loan/123': { ...loan, ...changes } })
  const router = openWorkerApp(`/app/${path}/123`)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(place), 10_000)
})

test('redirects the approved screen of a rejected loan without a message about sent money [E2.37]', async () => {
  answerWith({ 'GET /loan/123': loanDetailOf('rejected') })
  const router = openWorkerApp('/app/credit-request-approved/123')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/app/rejected-detail/123'), 10_000)
  expect(screen.queryByText('El dinero ha sido enviado.')).toBeNull()
})
