import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { proofOf, rejectedProof } from '../../../test/bank.ts'
import { activeLoan, loanDetailOf, paymentOf } from '../../../test/loan.ts'
import { dayFromToday } from '../../../test/model-credit.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const proofs = 'GET /treasury/payment-proofs'
const basics = { 'GET /notification/unread-count': { count: 0 }, [proofs]: buildPage() }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

function openTab(loan: ReturnType<typeof activeLoan>, role: 'U0' | 'U1' = 'U1', more: object = {}) {
  const calls = answerWith({ ...basics, 'GET /loan/123': loan, ...more })
  openStaffApp('/detalle-credito/123?tab=pagos', role)
  return calls
}

const history = async () => within(await screen.findByRole('region', { name: 'Historial de pagos' }))

/** The cells of each row of the only table of a region. */
const cellsIn = (region: Awaited<ReturnType<typeof history>>) =>
  region
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'))

test('lists five payments a page, latest value date first, each with its receipt [B2.27 B9.9]', async () => {
  const payments = Array.from({ length: 7 }, (_, index) =>
    paymentOf({ id: 50 + index, amount_paid: 100, value_date: `2026-12-0${index + 1}` }),
  )
  const calls = openTab(activeLoan({ payments, amount_due: 12_500 }), 'U1', {
    'GET /loan/payment/56/receipt': () => new Response('%PDF-1.7', { status: 200 }),
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  const region = await history()
  const days = () => cellsIn(region).map(([day]) => day?.textContent?.slice(0, 10))
  expect(days()).toEqual(['07/12/2026', '06/12/2026', '05/12/2026', '04/12/2026', '03/12/2026'])
  await userEvent.click(region.getByRole('button', { name: 'Descargar comprobante R-000056' }))
  await vi.waitFor(
    () => expect(calls.some(({ path }) => path === '/loan/payment/56/receipt')).toBe(true),
    10_000,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(days()).toEqual(['02/12/2026', '01/12/2026'])
})

test('shows where a payment went and what it paid, its channel, reference and saving', async () => {
  const paid = paymentOf({
    ...{ amount_paid: 6_000, discount: 528.78, channel: 'transfer', reference: 'SPEI-77' },
    applied: {
      ...{ due: 500, on_account: 631.85, prepaid: 4_868.15, settles: false },
      ...{ principal: 5_284.15, interest: 72.41, tax: 11.59 },
    },
    ...{ previous_amount_due: 13_582.22, new_amount_due: 7_053.44 },
  })
  openTab(activeLoan({ payments: [paid] }))
  const [cells] = cellsIn(await history())
  expect(cells?.slice(0, 8).map(({ textContent }) => textContent)).toEqual([
    '15/12/2026Registrado 18/12/2026 - 12:05',
    '$6,000.00Ahorro $528.78',
    'TransferenciaSPEI-77',
    '—',
    'Vencido$500.00A cuenta$631.85A capital$4,868.15',
    'Intereses$72.41IVA$11.59Capital$5,284.15',
    '$13,582.22',
    '$7,053.44',
  ])
})

test('marks a payment that settled, left a remainder, was reversed or was divided again', async () => {
  const settles = { due: null, on_account: null, prepaid: null, settles: true }
  const payments = [
    paymentOf({
      ...{ id: 3, value_date: '2026-12-03', amount_paid: 12_100, remainder: 100 },
      applied: { ...settles, principal: 12_000, interest: 0, tax: 0 },
    }),
    paymentOf({ id: 2, value_date: '2026-12-02', division_changed_at: '2026-12-05T18:00:00Z' }),
    paymentOf({
      id: 1,
      value_date: '2026-12-01',
      reversed_at: '2026-12-05T18:00:00Z',
      reversal_reason: 'Era otro',
    }),
  ]
  openTab(loanDetailOf('completed', { payments }))
  const [first, second, third] = cellsIn(await history())
  expect(first?.[4]?.textContent).toBe('Liquidó$12,000.00')
  expect(first?.[1]?.textContent).toBe('$12,100.00$100.00 a favor del trabajador')
  expect(within(second?.[8] ?? document.body).getByText('Sustituido').title).toContain('05/12/2026 - 12:00')
  expect(within(third?.[8] ?? document.body).getByText('Anulado').title).toBe('Era otro')
})

test('shows for each payment what proves it, who decided, or that it came through STP', async () => {
  const payments = [5, 4, 3, 2, 1].map((id) => paymentOf({ id, value_date: `2026-12-0${id}` }))
  const calls = openTab(activeLoan({ payments }), 'U1', {
    [proofs]: buildPage(
      proofOf({ id: 5 }),
      proofOf({ id: 4, proof: 'confirmed', proof_by: 'Rosa Peña', proof_at: '2026-12-05T18:00:00Z' }),
      proofOf({ id: 3, proof: 'matched', line: { id: 8, day: '2026-12-03' } }),
      rejectedProof({ id: 2 }),
    ),
  })
  const region = await history()
  await region.findAllByText('Por comprobar')
  expect(cellsIn(region).map((cells) => cells[3]?.textContent)).toEqual([
    'Por comprobarLo confirma otra personaVer comprobación',
    'ComprobadoRosa Peña · 05/12/2026 - 12:00Ver comprobación',
    'Comprobado con el bancoMovimiento del 03/12/2026Ver comprobación',
    'Comprobante rechazadoRosa Peña · 16/12/2026 - 12:00Ver motivo',
    '—',
  ])
  const query = calls.find(({ path }) => path === '/treasury/payment-proofs')?.query
  expect(query?.get('loan')).toBe('123')
  await userEvent.click(region.getByRole('button', { name: 'Ver motivo del pago R-000002' }))
  expect(await screen.findByRole('dialog', { name: 'Comprobación del pago' })).toBeVisible()
})

test('shows the payments when what proves them does not load, and asks again', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal.')
  openTab(activeLoan({ payments: [paymentOf()] }), 'U1', { [proofs]: () => answer })
  const text = /No se pudo cargar la comprobación de los pagos/
  expect(await screen.findByText(text)).toBeVisible()
  expect(cellsIn(await history())).toHaveLength(1)
  answer = buildPage(proofOf())
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Lo confirma otra persona')).toBeVisible()
  expect(screen.queryByText(text)).toBeNull()
})

test('reverses any payment and says before that later ones are divided again', async () => {
  const payments = ['2026-12-01', '2026-12-02'].map((value_date, index) =>
    paymentOf({ id: index + 1, value_date }),
  )
  const calls = openTab(activeLoan({ payments }), 'U0', {
    'POST /loan/payment/1/reverse': paymentOf({ id: 1, reversed_at: '2026-12-05T18:00:00Z' }),
  })
  const region = await history()
  await userEvent.click(region.getByRole('button', { name: 'Anular pago R-000001' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Anular este pago?' }))
  expect(
    dialog.getByText(
      'R-000001: $1,100.00 del 01/12/2026. 1 pago posterior se vuelve a dividir, y su comprobante se sustituye. El registro se conserva.',
    ),
  ).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Volver' })).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Era de otra persona')
  await userEvent.click(dialog.getByRole('button', { name: 'Anular' }))
  expect(await screen.findByText('El pago fue anulado.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Era de otra persona' })
})

test.each(['', '   '])(
  'reverses no payment with the reason «%s», and says it at the field',
  async (typed) => {
    const calls = openTab(activeLoan({ payments: [paymentOf({ id: 1 })] }), 'U0')
    await userEvent.click((await history()).getByRole('button', { name: 'Anular pago R-000001' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Anular este pago?' }))
    const field = dialog.getByLabelText('Motivo')
    if (typed !== '') await userEvent.type(field, typed)
    await userEvent.click(dialog.getByRole('button', { name: 'Anular' }))
    expect(await dialog.findByText('Escribe el motivo')).toBeVisible()
    expect(field).toBeInvalid()
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  },
)

test('says before a reversal that a completed loan is opened again', async () => {
  openTab(loanDetailOf('completed', { payments: [paymentOf({ id: 1 })] }), 'U0')
  await userEvent.click((await history()).getByRole('button', { name: 'Anular pago R-000001' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Anular este pago?' }))
  expect(dialog.getByText(/El crédito está liquidado: se abre de nuevo y vuelve a deber/)).toBeVisible()
})

test('lets no manager reverse a payment', async () => {
  openTab(activeLoan({ payments: [paymentOf()] }))
  expect((await history()).queryByRole('button', { name: /Anular pago/ })).toBeNull()
})

const rowOf = (number: number, due_date: string, paid = false) => ({
  ...{ number, due_date, paid, payment: 1_100, principal: 1_000, interest: 86.21, tax: 13.79, balance: 0 },
})

test('shows the schedule in force with the state of its rows, and VAT where it is added', async () => {
  const rows = [
    rowOf(1, dayFromToday(-40), true),
    rowOf(2, dayFromToday(-10)),
    rowOf(3, dayFromToday(20)),
    rowOf(4, dayFromToday(50)),
  ]
  const schedule = rows.map((row) => ({ ...row, version: 1 }))
  const schedules = [{ version: 1, from: dayFromToday(-70), schedule: rows }]
  openTab(activeLoan({ accepted: true, schedule, schedules, tax_added: true }))
  const region = within(await screen.findByRole('region', { name: 'Calendario de pagos' }))
  expect(region.getByRole('columnheader', { name: 'IVA' })).toBeVisible()
  expect(region.getAllByText('$13.79')).toHaveLength(4)
  const states = cellsIn(region).map((cells) => cells[3]?.textContent)
  expect(states).toEqual(['Pagado', 'Vencido', 'Próximo', 'Por pagar'])
  expect(screen.queryByRole('combobox', { name: 'Versión del calendario' })).toBeNull()
})

test('shows what an installment still lacks that is covered in part', async () => {
  const rows = [rowOf(1, dayFromToday(-40), true), rowOf(2, dayFromToday(-10)), rowOf(3, dayFromToday(20))]
  const schedule = rows.map((row) => ({ ...row, version: 1 }))
  openTab(activeLoan({ accepted: true, schedule, amount_due: 1_800 }))
  const region = within(await screen.findByRole('region', { name: 'Calendario de pagos' }))
  const states = cellsIn(region).map((cells) => cells[3]?.textContent)
  expect(states).toEqual(['Pagado', 'VencidoFaltan $700.00', 'Próximo'])
})

test('names the commission of an advance, the frequency of a credit and added VAT', async () => {
  const calls = { 'GET /loan/123': activeLoan({ type: 'advance' }) }
  answerWith({ ...basics, ...calls })
  openStaffApp('/detalle-anticipo/123?tab=pagos')
  const region = within(await screen.findByRole('region', { name: 'Calendario de pagos' }))
  expect(region.getByRole('columnheader', { name: 'Comisión' })).toBeVisible()
  expect(region.queryByRole('columnheader', { name: 'Intereses' })).toBeNull()
  cleanup()
  openTab(activeLoan({ frequency: 'semimonthly', tax_added: true }))
  const summary = within(await screen.findByRole('region', { name: 'Resumen' }))
  expect(summary.getByText(/en pagos quincenales al 18 % más IVA$/)).toBeVisible()
})

test('shows an earlier version of the schedule, without states', async () => {
  const rows = [rowOf(1, '2026-12-15'), rowOf(2, '2027-01-15')]
  const shorter = rows.slice(0, 1)
  openTab(
    activeLoan({
      schedule: shorter.map((row) => ({ ...row, version: 2 })),
      schedules: [
        { version: 1, from: '2026-11-15', schedule: rows },
        { version: 2, from: '2026-12-01', schedule: shorter },
      ],
    }),
  )
  const select = await screen.findByRole('combobox', { name: 'Versión del calendario' })
  expect(select).toHaveValue('Versión 2 · Desde el 01/12/2026 · vigente')
  const region = within(screen.getByRole('region', { name: 'Calendario de pagos' }))
  expect(region.queryByRole('columnheader', { name: 'IVA' })).toBeNull()
  expect(cellsIn(region)).toHaveLength(1)
  await userEvent.click(select)
  await userEvent.click(await screen.findByRole('option', { name: 'Versión 1 · Contrato', hidden: true }))
  expect(cellsIn(region)).toHaveLength(2)
  expect(region.queryByText('Por pagar')).toBeNull()
})

test('shows on top what is overdue, what to pay by when, and the payoff of today', async () => {
  openTab(
    loanDetailOf('overdue', {
      ...{ amount_due: 13_200, overdue: 1_100, payoff: 12_150 },
      to_pay: { by: '2027-01-15', amount: 2_200 },
    }),
  )
  const summary = within(await screen.findByRole('region', { name: 'Resumen' }))
  expect(summary.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Vencido', 'Por pagar a más tardar el 15/01/2027', 'Hoy se liquida con'],
  ])
  expect(summary.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['$1,100.00', '$2,200.00', '$12,150.00'],
  ])
})
