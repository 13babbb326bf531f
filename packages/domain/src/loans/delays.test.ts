import { expect, test } from 'vitest'
import { openAdvance } from '../../test/advance.ts'
import { worstDelay } from './delays.ts'
import { type RecordedPayment, replayPayments } from './replay.ts'

const terms = { amount: 200_000, commission: 15_000, start: '2026-11-10', due_date: '2026-11-20' }
const tax = { tax_rate: 0, tax_added: false }
const paymentOn = (value_date: string, amount: number, id = 1): RecordedPayment => ({
  ...{ id, value_date, amount, excess: 'lower_payment' },
})

function delayOf(payments: RecordedPayment[], given: { grace?: number; clarified_on?: string } = {}) {
  const replay = replayPayments(openAdvance(terms), payments, tax)
  if ('error' in replay) return expect.unreachable('a payment exceeds the payoff')
  const { grace = 0, clarified_on = null } = given
  return worstDelay({ ...replay, payments }, { today: '2026-12-10', grace_bank_days: grace, clarified_on })
}

test.each<[string, RecordedPayment[], Parameters<typeof delayOf>[1], number]>([
  ['paid on its due date', [paymentOn('2026-11-20', 215_000)], {}, 0],
  ['paid five days later', [paymentOn('2026-11-25', 215_000)], {}, 5],
  ['paid within the grace days', [paymentOn('2026-11-25', 215_000)], { grace: 5 }, 0],
  [
    'paid in parts, the last one late',
    [paymentOn('2026-11-18', 100_000), paymentOn('2026-11-30', 115_000, 2)],
    {},
    10,
  ],
  ['not paid', [], {}, 20],
  [
    'paid on the day on which a clarification ended',
    [paymentOn('2026-11-30', 215_000)],
    { clarified_on: '2026-11-30' },
    0,
  ],
])('an advance that is %s is late by the days', (...[, payments, given, days]) => {
  expect(delayOf(payments, given)).toBe(days)
})
