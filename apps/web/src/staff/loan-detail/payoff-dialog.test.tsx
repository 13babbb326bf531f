import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { activeLoan, loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }
const quote = {
  ...{ loan_request: 123, day: '2026-12-20', amount_due: 13_200 },
  ...{ amount: 12_050, principal: 12_000, charge: 50, discount: 1_150 },
}
const paid = {
  ...{ id: 55, loan_request: 123, user: 7, amount_paid: 12_050, discount: 1_150 },
  ...{ previous_amount_due: 13_200, new_amount_due: 0, created_at: '2026-12-20T18:00:00Z' },
  ...{ reversed_at: null, reversal_reason: null },
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Liquidar' }))
  return within(await screen.findByRole('dialog', { name: 'Liquidación anticipada' }))
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
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Registrar liquidación' }))
  expect(await screen.findByText('La liquidación ha sido registrada correctamente.')).toBeVisible()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([{ amount_paid: 12_050, previous_amount_due: 13_200 }])
  expect(posts[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await screen.findByText('Liquidación, $1,150.00 descontados')).toBeVisible()
})

test('explains that interest already paid ahead is not given back', async () => {
  const loan = activeLoan()
  const schedule = loan.schedule.map((row, index) => ({ ...row, paid: index === 1 }))
  let loanAnswer = { ...loan, schedule }
  answerWith({ ...basics, 'GET /loan/123': () => loanAnswer, 'GET /loan/123/payoff': quote })
  const words = 'Los intereses de las mensualidades que ya se pagaron por adelantado no se devuelven.'
  openStaffApp('/detalle-credito/123?tab=pagos')
  expect(await (await openDialog()).findByText(words)).toBeVisible()
  cleanup()
  loanAnswer = loan
  openStaffApp('/detalle-credito/123?tab=pagos')
  const dialog = await openDialog()
  await dialog.findByText('$12,050.00')
  expect(dialog.queryByText(words)).toBeNull()
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
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar liquidación' }))
  expect(await dialog.findByText(detail)).toBeVisible()
  expect(await dialog.findByText('$12,055.00')).toBeVisible()
})

test('offers no payoff for an advance, which has a single payment', async () => {
  answerWith({ ...basics, 'GET /loan/123': activeLoan({ type: 'advance', folio: 'A-000123' }) })
  openStaffApp('/detalle-anticipo/123?tab=pagos')
  expect(await screen.findByRole('button', { name: 'Nuevo pago' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Liquidar' })).toBeNull()
})

test('lists five payments a page, newest first, each with its receipt [B2.27 B9.9]', async () => {
  const payments = Array.from({ length: 7 }, (_, index) => ({
    ...{ ...paid, id: 50 + index, amount_paid: 100, discount: 0, previous_amount_due: 13_200 - index * 100 },
    ...{ new_amount_due: 13_100 - index * 100, created_at: `2026-12-0${index + 1}T18:00:00Z` },
  }))
  const calls = answerWith({
    ...basics,
    'GET /loan/123': activeLoan({ payments, payments_count: 7, amount_due: 12_500 }),
    'GET /loan/payment/56/receipt': () => new Response('%PDF-1.7', { status: 200 }),
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  openStaffApp('/detalle-credito/123?tab=pagos')
  const history = within(await screen.findByRole('region', { name: 'Historial de pagos' }))
  const days = () =>
    history
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent?.slice(0, 10))
  expect(days()).toEqual(['07/12/2026', '06/12/2026', '05/12/2026', '04/12/2026', '03/12/2026'])
  await userEvent.click(history.getByRole('button', { name: 'Descargar comprobante R-000056' }))
  await vi.waitFor(
    () => expect(calls.some(({ path }) => path === '/loan/payment/56/receipt')).toBe(true),
    10_000,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(days()).toEqual(['02/12/2026', '01/12/2026'])
})
