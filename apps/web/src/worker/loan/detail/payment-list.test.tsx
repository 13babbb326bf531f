import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { activeLoan, paymentOf } from '../../../../test/loan.ts'
import { answerWith, buildPage } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

type Loan = Parameters<typeof activeLoan>[0]

/** Opens a loan with one payment, and returns what its row says. */
async function openPayment(payment: Parameters<typeof paymentOf>[0], loan: Loan = {}) {
  answerWith({
    'GET /loan/123': activeLoan({ payments: [paymentOf(payment)], ...loan }),
    'GET /documents/': buildPage(),
    'GET /notification/unread-count': { count: 0 },
  })
  openWorkerApp(loan.type === 'advance' ? '/app/anticipation-detail/123' : '/app/credit-detail/123')
  const title = await screen.findByRole('heading', { name: 'Pagos registrados' })
  const row = within(title.closest('section') ?? document.body).getByRole('listitem')
  expect(within(row).getByRole('button', { name: 'Comprobante R-000045' })).toBeVisible()
  return row
}

const parts = { principal: 0, interest: 0, tax: 0, settles: false }

test('shows the value date, what a prepayment covered, its saving and the debt before and after it', async () => {
  const row = await openPayment({
    ...{ amount_paid: 6_000, previous_amount_due: 13_582.2, new_amount_due: 7_053.42, discount: 528.78 },
    applied: { ...parts, due: 0, on_account: 1_131.85, prepaid: 4_868.15 },
    ...{ value_date: '2026-11-21', channel: 'transfer' as const, created_at: '2026-11-23T18:05:00Z' },
  })
  expect(row).toHaveTextContent(
    [
      '21 de noviembre de 2026$6,000.00Transferencia',
      '$1,131.85 a cuenta de tu siguiente pago; $4,868.15 bajaron tu deuda',
      'Ahorro: $528.78 de intereses',
      'Debías $13,582.20; quedaron $7,053.42',
    ].join(''),
  )
})

test('says when the first payment is, if there is none yet', async () => {
  answerWith({
    'GET /loan/123': activeLoan({ payments: [], to_pay: { by: '2026-12-21', amount: 2106.3 } }),
    'GET /documents/': buildPage(),
    'GET /notification/unread-count': { count: 0 },
  })
  openWorkerApp('/app/credit-detail/123')
  expect(
    await screen.findByText('Todavía no has hecho pagos. El primero es el 21 de diciembre.'),
  ).toBeVisible()
})

test('shows a deduction on its due date without a saving', async () => {
  const row = await openPayment({})
  expect(row).toHaveTextContent(
    '15 de diciembre de 2026$1,100.00Descuento de nómina$1,100.00 cubrieron lo que vencíaDebías $13,200.00; quedaron $12,100.00',
  )
  expect(row).not.toHaveTextContent('Ahorro')
})

test('names payments in advance, and money beyond the debt', async () => {
  const row = await openPayment({
    ...{ excess: 'in_advance' as const, remainder: 50 },
    applied: { ...parts, due: 0, on_account: 1_100, prepaid: 0 },
  })
  expect(row).toHaveTextContent('$1,100.00 a cuenta de tus siguientes pagos$50.00 quedaron a tu favor')
})

test('says that a payment settled the loan', async () => {
  const applied = { ...parts, settles: true, due: null, on_account: null, prepaid: null }
  expect(await openPayment({ applied, discount: 951.61 })).toHaveTextContent(
    'Liquidó tu créditoAhorro: $951.61 de intereses',
  )
})

test('says that a part of an advance was paid', async () => {
  const applied = { ...parts, due: 0, on_account: 500, prepaid: 0 }
  expect(await openPayment({ applied }, { type: 'advance' })).toHaveTextContent('Se abonó a tu anticipo')
})

test('marks a payment whose receipt was issued again after a correction', async () => {
  const row = await openPayment({ division_changed_at: '2027-01-05T18:05:00Z' })
  expect(row).toHaveTextContent('Corregido el 5 de enero de 2027: descarga el comprobante nuevo')
})

test('marks a reversed payment and leaves out what it covered', async () => {
  const row = await openPayment({
    reversed_at: '2027-01-05T18:05:00Z',
    division_changed_at: '2027-01-04T18:05:00Z',
  })
  expect(row).toHaveTextContent(/\$1,100\.00Descuento de nóminaPago anuladoComprobante$/)
  expect(row.getAttribute('data-reversed')).toBe('true')
})

test('says that a reversed payment of a settled loan is owed apart', async () => {
  const row = await openPayment({ reversed_at: '2027-01-05T18:05:00Z', owed_by_worker: true })
  expect(row).toHaveTextContent('Pago anulado: debes $1,100.00 aparte')
})
