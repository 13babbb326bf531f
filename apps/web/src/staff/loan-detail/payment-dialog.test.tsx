import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { activeLoan, loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }
const paid = {
  id: 55,
  loan_request: 123,
  user: 7,
  amount_paid: 1_100,
  previous_amount_due: 13_200,
  new_amount_due: 12_100,
  discount: 0,
  created_at: '2026-12-15T18:00:00Z',
  reversed_at: null,
  reversal_reason: null,
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Nuevo pago' }))
  return within(await screen.findByRole('dialog', { name: 'Nuevo pago' }))
}

test('shows the suggested amount read-only, with the remaining debt [B5.41]', async () => {
  answerWith({ ...basics, 'GET /loan/123': activeLoan() })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  const field = dialog.getByLabelText('Cantidad a pagar')
  await userEvent.type(field, '9')
  expect(field).toHaveProperty('readOnly', true)
  expect(field).toHaveValue('$1,100.00')
  expect(dialog.getByText('$13,200.00')).toBeVisible()
  expect(dialog.getByText('$12,100.00')).toBeVisible()
})

test('registers a payment once, with an idempotency key and the amount due that was shown [B8.41]', async () => {
  let loan = activeLoan()
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'POST /loan/payment': () => {
      loan = activeLoan({ payments: [paid], payments_count: 1, amount_due: 12_100 })
      return Response.json(paid, { status: 201 })
    },
  })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await screen.findByText('El pago ha sido registrado correctamente.')).toBeVisible()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([
    { loan_request: 123, amount_paid: 1_100, previous_amount_due: 13_200, user: 7 },
  ])
  expect(posts[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await screen.findByRole('cell', { name: '15/12/2026 - 12:00' })).toBeVisible()
})

test('shows a debt that changed meanwhile in the dialog and loads the new figures', async () => {
  const detail = 'La deuda cambió. Revisa el monto y registra el pago de nuevo.'
  let loan = activeLoan()
  answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'POST /loan/payment': () => {
      loan = activeLoan({ payments: [paid], payments_count: 1, amount_due: 12_100, suggested_payment: 1_100 })
      return buildRefusal(409, 'debt_changed', detail)
    },
  })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await dialog.findByText(detail)).toBeVisible()
  expect(await dialog.findByText('$11,000.00')).toBeVisible()
})

test('sends nothing while the amount is above the debt [B5.41]', async () => {
  const calls = answerWith({ ...basics, 'GET /loan/123': activeLoan({ amount_due: 1_000 }) })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  expect(dialog.getByText('El monto a pagar excede la deuda actual ($1,000.00).')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(dialog.getByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('shows a completed loan without a payment button, latest payment first [B4.12]', async () => {
  const older = { ...paid, id: 54, created_at: '2026-11-15T18:00:00Z', amount_paid: 100 }
  answerWith({ ...basics, 'GET /loan/123': loanDetailOf('completed', { payments: [older, paid] }) })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const text = 'La deuda ha sido saldada. No es necesario realizar más pagos.'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Nuevo pago' })).toBeNull()
  const history = within(screen.getByRole('region', { name: 'Historial de pagos' }))
  const [, first, second] = history.getAllByRole('row')
  expect(first?.textContent).toContain('15/12/2026')
  expect(second?.textContent).toContain('15/11/2026')
})
