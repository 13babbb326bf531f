import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { balanceOf } from '../../../test/worker-balance.ts'
import { endSession } from '../../lib/session.ts'

const answers = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/users': buildPage(),
  'GET /auth/user/7': userOf({ id: 7, user_type: 'U2' }),
  'GET /treasury/balances/7': balanceOf({ user: 7 }),
  'GET /treasury/balances/7/movements': buildPage(),
  'GET /loan': buildPage(loanItemOf('active', { id: 9, folio: 'C-000009', amount_due: 201_250 })),
}
const payoffOf = (amount: number) => ({
  ...{ loan_request: 9, day: '2026-12-20', amount_due: 2_012.5, amount },
  ...{ principal: amount, charge: 0, discount: 12.5 },
})

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

/** Types an amount into a dialog of the balance and sends it; returns the calls and the field. */
async function send(
  typed: string,
  { payoff, ...names }: Record<'open' | 'title' | 'submit' | 'payoff', string>,
) {
  const calls = answerWith({ ...answers, 'GET /loan/9/payoff': payoffOf(Number(payoff)) })
  openStaffApp('/usuarios?ver=7&pestana=saldo')
  const open = await screen.findByRole('button', { name: names.open })
  await vi.waitFor(() => expect(open).toBeEnabled(), 10_000)
  await userEvent.click(open)
  const dialog = within(await screen.findByRole('dialog', { name: names.title }))
  const field = await dialog.findByRole('textbox', { name: /Monto/ })
  await userEvent.clear(field)
  if (typed !== '') await userEvent.type(field, typed)
  await userEvent.click(dialog.getByRole('button', { name: names.submit }))
  return { field, sent: calls.filter(({ method }) => method === 'POST') }
}

const refund = {
  open: 'Devolver',
  title: 'Devolver saldo a favor',
  submit: 'Pedir la devolución',
  payoff: '0',
}
const use = { open: 'Usarlo en un préstamo', title: 'Usar el saldo a favor', submit: 'Usar el saldo' }

test.each([
  ['a refund without an amount', '', refund, /^El monto debe ser mayor a cero/],
  ['a refund above the balance', '2000', refund, /El saldo a favor es de \$1,368\.55\./],
  ['a use above the balance', '1500', { ...use, payoff: '2000' }, /El saldo a favor es de \$1,368\.55\./],
  [
    'a use above what settles the loan',
    '1100',
    { ...use, payoff: '1000' },
    /Hoy se liquida con \$1,000\.00\./,
  ],
] as const)('%s is refused at its field, and nothing is sent', async (...[, typed, dialog, text]) => {
  const { field, sent } = await send(typed, dialog)
  await vi.waitFor(() => expect(field).toHaveAccessibleDescription(text))
  expect(field).toBeInvalid()
  expect(field).toHaveFocus()
  expect(sent).toEqual([])
})
