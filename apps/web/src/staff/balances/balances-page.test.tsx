import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { balanceOf, refundOf } from '../../../test/worker-balance.ts'
import { endSession } from '../../lib/session.ts'

const sum = { count: 1, amount: 1_368.55 }
const row = {
  ...{
    id: 7,
    name: 'Ana Ruiz',
    key: 'MAQ-7',
    company: 'Maquilas del Norte',
    balance: 1_368.55,
    receivable: 0,
  },
  refund: { id: 3, state: 'requested', amount: 500 },
}
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 2, active_admins: 1 },
  'GET /treasury/balances/summary': {
    ...{ balances: sum, receivables: { count: 0, amount: 0 } },
    ...{ requested: { count: 1, amount: 500 }, sending: { count: 0, amount: 0 } },
  },
  'GET /treasury/balances': buildPage(row),
}
const dialog = {
  'GET /auth/users': buildPage(),
  'GET /auth/user/7': userOf({ id: 7, user_type: 'U2' }),
  'GET /treasury/balances/7': balanceOf({ user: 7, receivable: 20_000 }),
  'GET /treasury/balances/7/movements': buildPage(),
  'GET /loan': buildPage(),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('shows the totals and the workers with a balance, and links an open refund to its approval', async () => {
  answerWith(basics)
  openStaffApp('/tesoreria/saldos')
  const table = await screen.findByRole('table', { name: 'Saldos a favor' })
  expect(await within(table).findByText('Ana Ruiz')).toBeVisible()
  expect(within(table).getByRole('link', { name: 'Ver' })).toHaveAttribute(
    'href',
    '/autorizaciones?autorizacion=3',
  )
  expect(screen.getByText('Devoluciones por autorizar').closest('div')).toHaveTextContent(
    '$500.001 devolución',
  )
})

test('asks the server for the order, the search and the workers who owe', async () => {
  const calls = answerWith(basics)
  const router = openStaffApp('/tesoreria/saldos')
  await userEvent.click(await screen.findByRole('radio', { name: 'Nos deben' }))
  expect(await screen.findByRole('table', { name: 'Trabajadores que nos deben' })).toBeVisible()
  expect(router.state.location.search).toEqual({ lista: 'deben' })
  expect(calls.at(-1)?.query.get('owes')).toBe('true')
})

test('lists the open refunds with their approval and order, and searches them by worker', async () => {
  const calls = answerWith({
    ...basics,
    'GET /treasury/refunds': buildPage(refundOf({ state: 'sending', transfer: 12, held_reason: 'Espera.' })),
  })
  openStaffApp('/tesoreria/saldos?lista=devoluciones')
  const table = await screen.findByRole('table', { name: 'Devoluciones abiertas' })
  expect(await within(table).findByText('En camino')).toBeVisible()
  expect(within(table).getByText('Espera.')).toBeVisible()
  expect(within(table).getByRole('link', { name: 'Orden' })).toHaveAttribute('href', '/stp?order=12')
  await userEvent.type(screen.getByRole('searchbox'), 'Ana')
  const searched = () => calls.findLast(({ path }) => path === '/treasury/refunds')?.query.get('search')
  await vi.waitFor(() => expect(searched()).toBe('Ana'), 5000)
})

test("a worker's dialog shows the balance and what is owed, and requests a refund with the server's reason", async () => {
  const calls = answerWith({
    ...basics,
    ...dialog,
    'POST /treasury/balances/7/refund': buildRefusal(409, 'approval.already_open', 'Ya se pidió.'),
  })
  openStaffApp('/usuarios?ver=7&pestana=saldo')
  expect(await screen.findByText('Nos debe')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Usarlo en un préstamo' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Devolver' }))
  const form = await screen.findByRole('dialog', { name: 'Devolver saldo a favor' })
  await userEvent.click(within(form).getByRole('button', { name: 'Pedir la devolución' }))
  expect(await within(form).findByText('Ya se pidió.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ amount: 1_368.55 })
})

test('takes what a worker owes apart out of the balance, after it is confirmed', async () => {
  const calls = answerWith({
    ...basics,
    ...dialog,
    'POST /treasury/balances/7/pay-receivable': balanceOf({ user: 7, balance: 116_855 }),
  })
  openStaffApp('/usuarios?ver=7&pestana=saldo')
  await userEvent.click(await screen.findByRole('button', { name: 'Cobrar $200.00 de su saldo' }))
  const asked = await screen.findByRole('dialog', { name: '¿Cobrar $200.00 de su saldo a favor?' })
  expect(within(asked).getByText('Le quedan $1,168.55 a favor y debe $0.00.')).toBeVisible()
  await userEvent.click(within(asked).getByRole('button', { name: 'Cobrar' }))
  expect(await screen.findByText('Se cobró de su saldo a favor.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ amount: 200 })
})
