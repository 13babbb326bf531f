import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { balanceOf } from '../../../test/reconciliation.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const day = {
  ...{ day: '2026-11-20', today: '2026-11-23' },
  ...{ opening: 1000, received: 2500.5, paid: 400, closing: 3100.5 },
  flows: [
    { flow: 'receipts', count: 3, amount: 2500.5 },
    { flow: 'payouts', count: 1, amount: 400 },
  ],
  transit: {
    ...{ opening: 0, closing: 700 },
    ...{ ordered: { count: 2, amount: 1100 }, left: { count: 1, amount: 400 } },
  },
  check: {
    balance: 3100.5,
    booked: 3000.5,
    difference: 100,
    verdict: 'difference',
    checked_at: '2026-11-20T23:00:00Z',
  },
  ...{ totals_checked_at: null, wrong_totals: 0 },
}
const movement = {
  ...{ id: 9, created_at: '2026-11-20T16:00:00Z', kind: 'receipt', amount: 2000 },
  ...{ person: 'EMPRESA DE PRUEBA', tracking_key: 'ABC123', loan: null, transfer: null },
  ...{ incoming_payment: 4, note: null },
}
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /stp/balance': balanceOf({}),
  'GET /treasury/day/2026-11-20': day,
  'GET /treasury/movements': buildPage(movement),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const lastList = (calls: ReturnType<typeof answerWith>) => {
  const list = calls.filter(({ path }) => path === '/treasury/movements').at(-1)
  return Object.fromEntries(list?.query ?? [])
}

test('shows what came and went on a day, and opens the movements of a figure', async () => {
  const calls = answerWith(basics)
  openStaffApp('/tesoreria?day=2026-11-20')
  expect(await screen.findAllByText('$3,100.50')).toHaveLength(2)
  expect(screen.getByText('No cuadra')).toBeVisible()
  expect(within(await screen.findByRole('table')).getByText('EMPRESA DE PRUEBA')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abono' })).toHaveAttribute(
    'href',
    expect.stringContaining('abono=4'),
  )
  const [payers] = screen.getAllByRole('link', { name: '$2,500.50' })
  if (payers === undefined) throw new Error('No link')
  await userEvent.click(payers)
  expect(await screen.findByRole('button', { name: 'Quitar filtro: recibido de pagadores' })).toBeVisible()
  await vi.waitFor(() =>
    expect(lastList(calls)).toMatchObject({ from: '2026-11-20', to: '2026-11-20', set: 'receipts' }),
  )
})

test('a figure without movements is no link', async () => {
  answerWith(basics)
  openStaffApp('/tesoreria?day=2026-11-20')
  const line = (await screen.findByText('Retiros del prestamista')).closest('div')
  expect(within(line ?? document.body).queryByRole('link')).toBeNull()
})

test('goes to the day before and after', async () => {
  const before = 'GET /treasury/day/2026-11-19'
  const calls = answerWith({ ...basics, [before]: { ...day, day: '2026-11-19' } })
  const router = openStaffApp('/tesoreria?day=2026-11-20')
  await userEvent.click(await screen.findByRole('button', { name: 'Día anterior' }))
  expect(router.state.location.search).toEqual({ day: '2026-11-19' })
  await vi.waitFor(() => expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(before))
  await userEvent.click(screen.getByRole('button', { name: 'Día siguiente' }))
  expect(router.state.location.search).toEqual({ day: '2026-11-20' })
})

test.each([
  ['U0', 'Registrar el saldo inicial'],
  ['U1', 'Movimientos en STP'],
] as const)(
  'a missing opening balance is explained to a %s and leads to where it is recorded',
  async (user_type, name) => {
    answerWith({
      ...basics,
      'GET /stp/balance': balanceOf({ verdict: 'unopened', verified_at: null }),
      'GET /treasury/day/2026-11-20': { ...day, check: { ...day.check, verdict: 'unopened' } },
    })
    openStaffApp('/tesoreria?day=2026-11-20', user_type)
    const notice = (await screen.findByText(/Falta registrar el saldo inicial/)).closest('[role="status"]')
    if (!(notice instanceof HTMLElement)) throw new Error('No notice')
    expect(within(notice).getByRole('link', { name })).toHaveAttribute('href', '/tesoreria/movimientos')
    expect(await screen.findByText(/Consultado sin el saldo inicial el 20/)).toBeVisible()
  },
)

test('an account with its opening balance has no notice about it', async () => {
  answerWith({
    ...basics,
    'GET /treasury/day/2026-11-20': { ...day, check: { ...day.check, difference: 0, verdict: 'verified' } },
  })
  openStaffApp('/tesoreria?day=2026-11-20')
  expect(await screen.findByText(/Saldo comprobado el 20/)).toBeVisible()
  expect(screen.queryByText(/Falta registrar el saldo inicial/)).toBeNull()
})

test('the trial balance of a month shows the accounts by name and that they add up to 0', async () => {
  const calls = answerWith({
    ...basics,
    'GET /treasury/trial-balance': {
      ...{ from: '2026-11-01', to: '2026-11-30', totals_checked_at: null, wrong_totals: 0 },
      lines: [
        { account: 'stp_cash', opening: 10, debits: 5, credits: 1, closing: 14 },
        { account: 'funding', opening: -10, debits: 1, credits: 5, closing: -14 },
      ],
      total: { opening: 0, debits: 6, credits: 6, closing: 0 },
    },
  })
  openStaffApp('/tesoreria?day=2026-11-20&view=balance&period=month')
  expect(await screen.findByText('Suma cero')).toBeVisible()
  const row = within(screen.getByRole('row', { name: /Efectivo en STP/ }))
  expect(row.getByText('$14.00')).toBeVisible()
  expect(row.getByText('Activo, deudora')).toBeVisible()
  const asked = calls.find(({ path }) => path === '/treasury/trial-balance')
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ from: '2026-11-01', to: '2026-11-30' })
})

test('warns of kept totals that the nightly check found wrong', async () => {
  answerWith({ ...basics, 'GET /treasury/day/2026-11-20': { ...day, wrong_totals: 2 } })
  openStaffApp('/tesoreria?day=2026-11-20')
  expect(await screen.findByRole('alert')).toHaveTextContent('totales diarios que no coinciden')
})

test('a failed call shows the error and loads again', async () => {
  const answers = {
    ...basics,
    'GET /treasury/day/2026-11-20': buildRefusal(503, 'x', 'El servidor no responde.'),
  }
  answerWith(answers)
  openStaffApp('/tesoreria?day=2026-11-20')
  expect(await screen.findByText('No se pudo cargar el día.', undefined, { timeout: 5000 })).toBeVisible()
  answerWith(basics)
  await userEvent.click(screen.getByRole('button', { name: /Reintentar|Volver a intentar/ }))
  expect(await screen.findByText('No cuadra')).toBeVisible()
})
