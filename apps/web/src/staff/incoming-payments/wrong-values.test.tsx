import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { incomingOf } from '../../../test/incoming-payment.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const worker = { id: 7, name: 'María López', company_name: 'Textiles del Norte' }

/** Opens an incoming payment of 1,100 pesos that matches no loan, and of which `unapplied` pesos are left. */
async function openIncoming(unapplied: number) {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /stp/incoming-payments': buildPage(),
    'GET /stp/incoming-payments/70': incomingOf({ match: null, unapplied }),
    'GET /stp/incoming-payments/70/suggestions': {
      results: [{ reasons: ['account'], worker, loan: null }],
    },
  })
  openStaffApp('/abonos?abono=70')
  return { calls, dialog: within(await screen.findByRole('dialog', { name: 'Abono recibido' })) }
}

test.each([
  ['500.01', 'La cantidad excede lo que queda ($500.00).'],
  ['1100', 'La cantidad excede lo que queda ($500.00).'],
  ['0', 'La cantidad debe ser mayor a cero.'],
  ['', 'La cantidad debe ser mayor a cero.'],
])('a worker gets no «%s» of the 500 pesos that are left: «%s»', async (typed, problem) => {
  const { calls, dialog } = await openIncoming(500)
  await userEvent.click(await dialog.findByRole('button', { name: /María López/ }))
  const field = await dialog.findByLabelText(/Cantidad a su saldo a favor/)
  await userEvent.clear(field)
  if (typed !== '') await userEvent.type(field, typed)
  await userEvent.click(dialog.getByRole('button', { name: 'Abonar al trabajador' }))
  expect(await dialog.findByText(problem)).toBeVisible()
  expect(field).toBeInvalid()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each(['', '   ', 'ok'])('an own deposit is not asked for with the explanation «%s»', async (typed) => {
  const { calls, dialog } = await openIncoming(1_100)
  await userEvent.click(await dialog.findByRole('button', { name: 'Es un depósito nuestro' }))
  const field = dialog.getByLabelText('Explicación')
  if (typed !== '') await userEvent.type(field, typed)
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir que se registre' }))
  expect(await dialog.findByText('Escribe de qué se trata')).toBeVisible()
  expect(field).toBeInvalid()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})
