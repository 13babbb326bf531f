import { z } from 'zod'
import type { Answer } from './answers.ts'
import type { Controls } from './controls.ts'
import { chargeFee, deposit, withdraw } from './lender.ts'
import { orderView, paymentView } from './order.ts'
import { setHolder } from './state.ts'

const holderInput = z.strictObject({
  account: z.string().regex(/^\d{10,18}$/),
  name: z.string().min(1).nullable().optional(),
  rfc: z.string().min(1).nullable().optional(),
})

function ok(json: unknown): Answer {
  return { status: 200, json }
}

/** The holders of accounts, one row each. */
function holdersView({ bank: { state } }: Controls): Answer {
  const holders = Object.entries(state.value.holders).map(([account, holder]) => ({ account, ...holder }))
  return ok({ holders })
}

/** Gives an account's holder another name or RFC; orders that settle from then on answer them. */
function changeHolder(controls: Controls, input: unknown): Answer {
  const { account, ...holder } = holderInput.parse(input)
  setHolder(controls.bank.state, account, holder)
  return holdersView(controls)
}

async function forge({ forger }: Controls, input: unknown): Promise<Answer> {
  const forgery = await forger.forge(input)
  return forgery === null ? { status: 404, json: { error: 'no such order' } } : ok(forgery)
}

/** The admin calls about the books, the lender's own money, holders of accounts and forged callbacks. */
export const moneyRoutes: Readonly<
  Record<string, (controls: Controls, input: unknown) => Answer | Promise<Answer>>
> = {
  'GET /admin/movements': ({ bank: { books } }) =>
    ok({ movements: books.movements(), accounts: books.accounts() }),
  'GET /admin/places': ({ bank: { books } }) => ok({ places: books.places() }),
  'POST /admin/deposits': ({ bank }, input) => ok(paymentView(deposit(bank, input))),
  'POST /admin/withdrawals': ({ bank }, input) => ok(orderView(withdraw(bank, input))),
  'POST /admin/fees': ({ bank }, input) => ok(orderView(chargeFee(bank, input))),
  'GET /admin/holders': holdersView,
  'PUT /admin/holders': changeHolder,
  'GET /admin/forgeries': ({ forger }) => ok({ forgeries: forger.sent() }),
  'POST /admin/forgeries': forge,
}
