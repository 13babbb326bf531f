import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { proofAnswers, uploadedVoucher, uploadVoucher } from '../../../test/bank.ts'
import { activeLoan, loanDetailOf, paymentOf } from '../../../test/loan.ts'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 }, ...proofAnswers }
const quote = {
  ...{ loan_request: 123, day: '2026-12-20', amount_due: 13_200 },
  ...{ amount: 12_050, principal: 12_000, charge: 50, discount: 1_150 },
}
const paid = paymentOf({
  ...{ id: 55, amount_paid: 12_050, discount: 1_150, new_amount_due: 0, value_date: '2026-12-20' },
  applied: {
    ...{ due: null, on_account: null, prepaid: null, settles: true },
    ...{ principal: 12_000, interest: 50, tax: 0 },
  },
})

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Liquidar' }))
  return within(await screen.findByRole('dialog', { name: 'Liquidación anticipada' }))
}

/** Fills in what proves the money. */
async function prove(dialog: Awaited<ReturnType<typeof openDialog>>) {
  await userEvent.type(await dialog.findByLabelText(/Referencia/), 'LIQ-7')
  await uploadVoucher(dialog)
}

const rowsOf = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  dialog.getAllByRole('row').map((row) => row.textContent)

test('compares schedule and payoff, and pays off once at the quoted amount', async () => {
  let loan = activeLoan()
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'GET /loan/123/payoff': quote,
    'POST /loan/123/payoff': () => {
      loan = loanDetailOf('completed', { payments: [paid], payments_count: 1 })
      return Response.json(paid, { status: 201 })
    },
  })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  expect(await dialog.findByText('$1,150.00')).toBeVisible()
  expect(rowsOf(dialog)).toEqual([
    'Siguiendo el calendarioLiquidando hoy',
    'Capital$12,000.00$12,000.00',
    'Intereses$1,200.00$50.00',
    'Total$13,200.00$12,050.00',
  ])
  await prove(dialog)
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Registrar liquidación' }))
  expect(await screen.findByText('La liquidación ha sido registrada correctamente.')).toBeVisible()
  const posts = calls.filter(({ path, method }) => method === 'POST' && path === '/loan/123/payoff')
  expect(posts.map(({ body }) => body)).toEqual([
    {
      ...{ amount_paid: 12_050, previous_amount_due: 13_200, channel: 'deduction', reference: 'LIQ-7' },
      ...{ bank_account: 3, voucher: uploadedVoucher.voucher },
    },
  ])
  expect(posts[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await screen.findByText('Ahorro $1,150.00')).toBeVisible()
})

test('shows a payoff that changed meanwhile and loads the new one', async () => {
  const detail = 'El monto para liquidar cambió. Revísalo y registra la liquidación de nuevo.'
  let shown = quote
  answerWith({
    ...basics,
    'GET /loan/123': activeLoan(),
    'GET /loan/123/payoff': () => shown,
    'POST /loan/123/payoff': () => {
      shown = { ...quote, day: '2026-12-21', amount: 12_055, charge: 55, discount: 1_145 }
      return buildRefusal(409, 'payoff_changed', detail)
    },
  })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  await dialog.findByText('$12,050.00')
  await prove(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar liquidación' }))
  expect(await dialog.findByText(detail)).toBeVisible()
  expect(await dialog.findByText('$12,055.00')).toBeVisible()
  expect(dialog.getByLabelText(/Referencia/)).toHaveValue('LIQ-7')
  expect(dialog.getByRole('button', { name: 'Quitar ficha.pdf' })).toBeVisible()
})

test('asks for the date, account, reference and voucher of a payoff as for those of a payment', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan/123': activeLoan(),
    'GET /loan/123/payoff': quote,
  })
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  expect(await dialog.findByLabelText('Fecha valor')).toHaveValue('20/12/2026')
  expect(dialog.getByRole('combobox', { name: /Cuenta bancaria/ })).toHaveValue('BBVA concentradora')
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar liquidación' }))
  expect(dialog.getByText('Escribe la referencia del pago.')).toBeVisible()
  expect(dialog.getByText('Sube el comprobante del pago.')).toBeVisible()
  await vi.waitFor(() => expect(dialog.getByLabelText(/Referencia/)).toHaveFocus())
  expect(calls.some(({ path, method }) => method === 'POST' && path === '/loan/123/payoff')).toBe(false)
})

test('offers no payoff for an advance, which has a single payment', async () => {
  answerWith({ ...basics, 'GET /loan/123': activeLoan({ type: 'advance', folio: 'A-000123' }) })
  openStaffApp('/detalle-anticipo/123?tab=pagos')
  expect(await screen.findByRole('button', { name: 'Nuevo pago' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Liquidar' })).toBeNull()
})
