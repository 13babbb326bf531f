import type { Answer } from './answers.ts'
import type { Controls } from './controls.ts'
import { chargeFee, deposit, withdraw } from './lender.ts'
import { orderView, paymentView } from './order.ts'

function ok(json: unknown): Answer {
  return { status: 200, json }
}

/** The admin calls about the books and the lender's own money. */
export const moneyRoutes: Readonly<Record<string, (controls: Controls, input: unknown) => Answer>> = {
  'GET /admin/movements': ({ bank: { books } }) =>
    ok({ movements: books.movements(), accounts: books.accounts() }),
  'GET /admin/places': ({ bank: { books } }) => ok({ places: books.places() }),
  'POST /admin/deposits': ({ bank }, input) => ok(paymentView(deposit(bank, input))),
  'POST /admin/withdrawals': ({ bank }, input) => ok(orderView(withdraw(bank, input))),
  'POST /admin/fees': ({ bank }, input) => ok(orderView(chargeFee(bank, input))),
}
