import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { approvalOf } from '../../../../test/approval.ts'
import { loanItemOf } from '../../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../../test/server.ts'
import { balanceOf } from '../../../../test/worker-balance.ts'
import { openWorkerApp, workerOf } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

const basics = {
  'GET /loan': buildPage(),
  'GET /loan/pf360/offers/': {
    categories: [],
    support_phone: '5540001500',
    une: { phone: '55 4000 1600', email: 'une@prestadora.mx', hours: 'lunes a viernes de 9 a 18 horas' },
    support_email: 'hola@prestadora.mx',
  },
  'GET /notification/unread-count': { count: 0 },
  'GET /treasury/balances/1': balanceOf(),
  'GET /treasury/balances/1/movements': buildPage(),
}
const creditor = workerOf({ id: 1, has_balance: true })

const outcome = {
  ...{
    excess: 'lower_payment',
    discount: 12.5,
    new_amount_due: 631.45,
    installments_left: 2,
    later_payment: 300,
  },
  ...{ last_due_date: '2027-03-15', to_pay: { by: '2027-01-15', amount: 331.45 }, balances: [] },
  applied: {
    due: 0,
    on_account: 0,
    prepaid: 1_368.55,
    settles: false,
    principal: 1_368.55,
    interest: 0,
    tax: 0,
  },
}
const loan = {
  'GET /loan': buildPage(loanItemOf('active', { id: 9, folio: 'C-000009', amount_due: 201_250 })),
  'GET /loan/9/payoff': {
    ...{ loan_request: 9, day: '2026-12-20', amount_due: 2_012.5, amount: 2_000 },
    ...{ principal: 2_000, charge: 0, discount: 12.5 },
  },
  'GET /loan/9/payment-preview': {
    ...{ loan_request: 9, day: '2026-12-20', amount_due: 2_012.5, payoff: 2_000, balances: [] },
    outcomes: [outcome],
  },
}

afterEach(() => {
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('a worker without a balance sees no panel, and the home screen asks for none', async () => {
  const calls = answerWith(basics)
  openWorkerApp('/app/home', workerOf({ id: 1 }))
  expect(await screen.findByText('Puedes pedir hasta')).toBeVisible()
  expect(calls.filter(({ path }) => path.startsWith('/treasury'))).toEqual([])
})

test('without a loan the worker asks for the money, after reading the account that gets it', async () => {
  const calls = answerWith({
    ...basics,
    'POST /treasury/balances/1/refund': buildRefusal(409, 'refund.in_progress', 'Ya hay una devolución.'),
  })
  openWorkerApp('/app/home', creditor)
  expect(await screen.findByRole('heading', { name: 'Tienes $1,368.55 a tu favor' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Usarlo/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Que me lo devuelvan' }))
  const sheet = await screen.findByRole('dialog', { name: 'Que me lo devuelvan' })
  expect(within(sheet).getByText(/BBVA terminada en/)).toHaveTextContent('7895')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Pedir la devolución' }))
  expect(await screen.findByText('Ya hay una devolución.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ amount: 1_368.55 })
})

test('with a loan the sheet shows the debt before and after, and the new next payment', async () => {
  const calls = answerWith({
    ...basics,
    ...loan,
    'POST /loan/9/use-balance': buildRefusal(409, 'debt_changed', 'La deuda cambió.'),
  })
  openWorkerApp('/app/home', creditor)
  await userEvent.click(await screen.findByRole('button', { name: 'Usarlo en mi crédito' }))
  const sheet = await screen.findByRole('dialog', { name: 'Usar en mi crédito' })
  const facts = await within(sheet).findByText('Vas a deber')
  expect(facts.closest('dl')).toHaveTextContent('Debes hoy$2,012.50')
  expect(facts.closest('dl')).toHaveTextContent('Vas a deber$631.45')
  expect(facts.closest('dl')).toHaveTextContent('Tu siguiente pago$331.45 el 15 de enero')
  expect(facts.closest('dl')).toHaveTextContent('Te queda a favor$0.00')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Usar $1,368.55' }))
  expect(await screen.findByText('La deuda cambió.')).toBeVisible()
  const call = calls.find(({ method }) => method === 'POST')
  expect(call?.body).toEqual({ amount_paid: 1_368.55, previous_amount_due: 2_012.5 })
  expect(call?.headers.get('Idempotency-Key')).not.toBeNull()
})

const paid = { state: 'paid', settled_at: '2026-11-21T18:00:00Z' } as const
test.each([
  [{}, 'Pediste la devolución de $500.00 el 20 de noviembre. Te avisamos en cuanto la autoricemos.'],
  [{ state: 'sending' }, 'En camino: $500.00 a tu cuenta terminada en 7895.'],
  [paid, 'Devuelto el 21 de noviembre: $500.00 en tu cuenta terminada en 7895.'],
  [{ state: 'refused', reason: 'Confirma tu cuenta' }, 'Rechazada: Confirma tu cuenta.'],
] as const)('a refund that is %o reads «%s»', async (...[given, text]) => {
  answerWith({ ...basics, 'GET /treasury/balances/1': balanceOf({ refund: given }) })
  openWorkerApp('/app/balance', creditor)
  expect(await screen.findByText(text)).toBeVisible()
  const button = screen.queryByRole('button', { name: 'Que me lo devuelvan' })
  expect(button === null).toBe(!('state' in given))
})

test('the worker withdraws a request after confirming it, and can ask again', async () => {
  let refund: { state: 'requested' | 'withdrawn' } = { state: 'requested' }
  const calls = answerWith({
    ...basics,
    'GET /treasury/balances/1': () => balanceOf({ refund }),
    'POST /approvals/3/withdraw': () => {
      refund = { state: 'withdrawn' }
      return approvalOf({ id: 3, state: 'withdrawn' })
    },
  })
  openWorkerApp('/app/balance', creditor)
  await userEvent.click(await screen.findByRole('button', { name: 'Ya no quiero la devolución' }))
  const sheet = within(await screen.findByRole('dialog', { name: '¿Ya no quieres la devolución?' }))
  expect(sheet.getByText(/se queda a tu favor/)).toHaveTextContent('$500.00')
  await userEvent.click(sheet.getByRole('button', { name: 'Dejar a mi favor' }))
  expect(await screen.findByText(/^La devolución de \$500\.00 se canceló/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Que me lo devuelvan' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ya no quiero la devolución' })).toBeNull()
  const call = calls.find(({ method }) => method === 'POST')
  expect(call?.headers.get('Idempotency-Key')).not.toBeNull()
})

test('a withdrawal after the release is refused with its reason, and the panel shows the money on its way', async () => {
  let refund: { state: 'requested' | 'sending' } = { state: 'requested' }
  answerWith({
    ...basics,
    'GET /treasury/balances/1': () => balanceOf({ refund }),
    'POST /approvals/3/withdraw': () => {
      refund = { state: 'sending' }
      return buildRefusal(409, 'approval.not_open', 'Ya no está por autorizar.')
    },
  })
  openWorkerApp('/app/balance', creditor)
  await userEvent.click(await screen.findByRole('button', { name: 'Ya no quiero la devolución' }))
  const sheet = within(await screen.findByRole('dialog', { name: '¿Ya no quieres la devolución?' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Dejar a mi favor' }))
  expect(await screen.findByText('Ya no está por autorizar.')).toBeVisible()
  expect(await screen.findByText('En camino: $500.00 a tu cuenta terminada en 7895.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ya no quiero la devolución' })).toBeNull()
})

test('a request that staff made for the worker is not the worker’s to withdraw', async () => {
  answerWith({ ...basics, 'GET /treasury/balances/1': balanceOf({ refund: { by_worker: false } }) })
  openWorkerApp('/app/balance', creditor)
  expect(await screen.findByText(/^Se pidió devolverte \$500\.00/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ya no quiero la devolución' })).toBeNull()
})

test('the screen of the balance lists the movements with what was left', async () => {
  const movement = {
    ...{ id: 1, at: '2026-11-20T16:00:00Z', kind: 'remainder', is_reversal: false, side: 'balance' },
    ...{ amount: 1_368.55, left: 1_368.55, loan: { id: 9, folio: 'C-000009' }, payment: 4 },
    ...{ transfer: null, incoming_payment: null },
  }
  answerWith({ ...basics, 'GET /treasury/balances/1/movements': buildPage(movement) })
  openWorkerApp('/app/balance', creditor)
  const list = await screen.findByRole('list', { name: 'Movimientos' })
  expect(within(list).getByText('Sobró de un pago · C-000009')).toBeVisible()
  expect(within(list).getByText('+$1,368.55')).toBeVisible()
})
