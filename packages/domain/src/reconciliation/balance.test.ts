import { expect, test } from 'vitest'
import { balanceShortfall } from './balance.ts'

test.each([
  [
    { balance: 100, pending: 0, to_pay_out: 60, offered: 40 },
    { signed: 0, with_offers: 0 },
  ],
  [
    { balance: 200, pending: 0, to_pay_out: 60, offered: 40 },
    { signed: 0, with_offers: 0 },
  ],
  [
    { balance: 100, pending: 10, to_pay_out: 60, offered: 40 },
    { signed: 0, with_offers: 10 },
  ],
  [
    { balance: 100, pending: 50, to_pay_out: 60, offered: 40 },
    { signed: 10, with_offers: 50 },
  ],
  [{ balance: null, pending: null, to_pay_out: 60, offered: 40 }, null],
])('balanceShortfall of %o is %o', (account, shortfall) => {
  expect(balanceShortfall(account)).toEqual(shortfall)
})
