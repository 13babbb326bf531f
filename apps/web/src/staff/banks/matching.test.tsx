import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { bankLineOf, bankPaymentOf, matchedAccountOf } from '../../../test/bank-statement.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const lines = 'GET /treasury/bank-lines'
const line = 'GET /treasury/bank-lines/9'
const payments = 'GET /treasury/open-payments'
const match = 'POST /treasury/bank-lines/9/payments'
const hints = 'GET /treasury/bank-lines/9/suggestions'
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /treasury/bank-accounts': { results: [matchedAccountOf()] },
  [lines]: buildPage(bankLineOf()),
  [line]: bankLineOf(),
  [payments]: buildPage(bankPaymentOf(), bankPaymentOf({ id: 71, borrower: 'Beto Ruiz', amount: 400 })),
  [hints]: { results: [] },
}
const path = '/tesoreria/bancos?cuenta=3'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const sums = () => within(screen.getByRole('region', { name: 'Conciliar' }))
const listOf = async (name: string) => within(await screen.findByRole('list', { name }))

test('a chosen line shows its suggestions with reasons; the sums follow the chosen payments', async () => {
  const suggested = { ...bankPaymentOf(), reasons: ['Misma referencia', 'A 1 día'] }
  answerWith({ ...basics, [hints]: { results: [suggested] } })
  openStaffApp(path)
  await screen.findByRole('list', { name: 'Pagos sin movimiento' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /VENTANILLA/ }))
  const hinted = await listOf('Pagos sugeridos')
  expect(hinted.getByText('Misma referencia · A 1 día')).toBeVisible()
  expect(sums().getByRole('button', { name: 'Conciliar' })).toBeDisabled()
  await userEvent.click(hinted.getByRole('checkbox', { name: /María López/ }))
  expect(sums().getByText('1 pago: $700.00')).toBeVisible()
  expect(sums().getByText('Quedan $300.00 por conciliar')).toBeVisible()
  const open = await listOf('Pagos sin movimiento')
  expect(open.getByRole('checkbox', { name: /María López/ })).toBeChecked()
  await userEvent.click(open.getByRole('checkbox', { name: /Beto Ruiz/ }))
  expect(sums().getByText('Se pasa por $100.00 de lo que queda del movimiento')).toBeVisible()
  expect(sums().getByRole('button', { name: 'Conciliar' })).toBeDisabled()
  await userEvent.click(sums().getByRole('button', { name: 'Quitar todos' }))
  expect(sums().getByText(/Elige los pagos/)).toBeVisible()
})

test('matches the line with the chosen payments and leaves it when nothing is left', async () => {
  const calls = answerWith({
    ...{ ...basics, [payments]: buildPage(bankPaymentOf({ amount: 1000 })) },
    [match]: bankLineOf({ matched: 1000, state: 'matched' }),
  })
  const router = openStaffApp(`${path}&linea=9`)
  await userEvent.click(await screen.findByRole('checkbox', { name: /María López/ }))
  expect(sums().getByText('Cuadra con el movimiento')).toBeVisible()
  await userEvent.click(sums().getByRole('button', { name: 'Conciliar' }))
  expect(await screen.findByText('1 pago conciliado por $1,000.00.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ payments: [70] })
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ cuenta: 3 }))
})

test('shows the refusal of the server beside the sums, until the choice changes', async () => {
  const used = 'Uno de los pagos ya está conciliado, fue anulado o no es de esta cuenta.'
  answerWith({ ...basics, [match]: buildRefusal(409, 'bank_line.payment_used', used) })
  openStaffApp(`${path}&linea=9`)
  const open = await listOf('Pagos sin movimiento')
  await userEvent.click(await screen.findByRole('checkbox', { name: /María López/ }))
  await userEvent.click(sums().getByRole('button', { name: 'Conciliar' }))
  expect(await sums().findByText(used)).toBeVisible()
  await userEvent.click(open.getByRole('checkbox', { name: /Beto Ruiz/ }))
  expect(sums().queryByText(used)).toBeNull()
})

test('sorts, searches and pages both sides on the server', async () => {
  const calls = answerWith({ ...basics, [lines]: { ...buildPage(bankLineOf()), count: 25 } })
  openStaffApp(path)
  await screen.findByRole('radio', { name: /VENTANILLA/ })
  const last = (end: string) =>
    Object.fromEntries(calls.findLast((call) => call.path.endsWith(end))?.query ?? [])
  const all = { bank_account: '3', page_size: '10' }
  expect(last('bank-lines')).toEqual({ ...all, page: '1', state: 'waiting', ordering: '-day' })
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  await vi.waitFor(() => expect(last('bank-lines')).toMatchObject({ page: '2' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Orden de los movimientos' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Monto mayor' }))
  await vi.waitFor(() => expect(last('bank-lines')).toMatchObject({ page: '1', ordering: '-amount' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar pago' }), 'C-000123')
  await vi.waitFor(() => expect(last('open-payments')).toMatchObject({ search: 'C-000123' }), 5000)
  expect(last('bank-lines')).not.toHaveProperty('search')
})

test('a withdrawal can only be explained, with what it is and a reason', async () => {
  const fee = bankLineOf({ amount: -116, description: 'COMISION' })
  const calls = answerWith({
    ...{ ...basics, [lines]: buildPage(fee), [line]: fee },
    'POST /treasury/bank-lines/9/explain': new Response(null, { status: 204 }),
  })
  openStaffApp(`${path}&linea=9`)
  expect(await screen.findByText(/Es un retiro/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Conciliar' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'No es un pago…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'No es un pago' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(dialog.getByText('Elige qué es este movimiento')).toBeVisible()
  expect(dialog.getByText('Escribe el motivo')).toBeVisible()
  await userEvent.click(dialog.getByRole('radio', { name: 'Comisión del banco' }))
  await userEvent.type(dialog.getByLabelText(/^Motivo/), 'Mensual')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('El movimiento quedó explicado.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ explained_as: 'bank_fee', explanation: 'Mensual' },
  })
})

test('a matched line shows how each payment was found, and gives one up after a confirmation', async () => {
  const matched = bankLineOf({
    ...{ matched: 1000, state: 'matched' },
    payments: [{ ...bankPaymentOf({ amount: 1000 }), rule: 'reference_sum', matched_by: null }],
  })
  const calls = answerWith({
    ...{ ...basics, [lines]: buildPage(matched), [line]: matched },
    'DELETE /treasury/bank-lines/9/payments/70': bankLineOf(),
  })
  openStaffApp(`${path}&vista=movimientos&state=matched`)
  await userEvent.click(await screen.findByRole('row', { name: /VENTANILLA.*María López/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Movimiento del banco' }))
  expect(await dialog.findByText('Suma de los pagos con esa referencia')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Deshacer: María López' }))
  const asked = within(await screen.findByRole('dialog', { name: '¿Deshacer la conciliación?' }))
  await userEvent.click(asked.getByRole('button', { name: 'Deshacer' }))
  expect(await screen.findByText('El pago ya no está conciliado.')).toBeVisible()
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
})

test('an explained line says who explained it and can be opened again', async () => {
  const explained = bankLineOf({
    ...{ state: 'explained', explained_as: 'own_transfer', explanation: 'Entre cuentas' },
    explained_by: 'Rosa Peña',
  })
  const calls = answerWith({
    ...{ ...basics, [lines]: buildPage(explained), [line]: explained },
    'DELETE /treasury/bank-lines/9/explain': new Response(null, { status: 204 }),
  })
  openStaffApp(`${path}&vista=movimientos&state=explained&linea=9`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Movimiento del banco' }))
  expect(await dialog.findByText('Entre cuentas · Rosa Peña')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Deshacer' }))
  const asked = within(await screen.findByRole('dialog', { name: /Deshacer lo que dice/ }))
  await userEvent.click(asked.getByRole('button', { name: 'Deshacer' }))
  await vi.waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('without lines it says whether a statement is missing or all is matched', async () => {
  let account = matchedAccountOf({ statement_day: null })
  answerWith({
    ...{ ...basics, [lines]: buildPage(), [payments]: buildPage() },
    'GET /treasury/bank-accounts': () => ({ results: [account] }),
  })
  openStaffApp(path)
  expect(await screen.findByText('Aún no hay movimientos del banco')).toBeVisible()
  expect(await screen.findByText('No hay pagos sin movimiento del banco')).toBeVisible()
  account = matchedAccountOf()
  openStaffApp(path)
  expect(await screen.findByText('Todo está conciliado')).toBeVisible()
})
