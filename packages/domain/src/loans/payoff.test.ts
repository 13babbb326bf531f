import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, type Day, daysBetween } from '../dates.ts'
import { proportion } from '../money.ts'
import { accruedInterest, appliedPayment, appliedTo, type PayoffStanding, payoff } from './payoff.ts'
import { creditSchedule, quoteAdvance, scheduleTotal } from './schedule.ts'

const start = '2026-01-31'
const terms = { amount: 1_000_000, annual_rate: 0.18, months: 12 }
const schedule = creditSchedule(terms, start)
const total = scheduleTotal(schedule)

const standing = (given: { paid?: number; today: Day }): PayoffStanding => ({
  type: 'credit',
  schedule,
  amount_due: total - (given.paid ?? 0),
  unearned: total - terms.amount,
  start,
  today: given.today,
})

describe('10,000 at 18 % in 12 months from 31 January', () => {
  test.each([
    ['the day it is sent', 0, '2026-01-31', 1_000_000, 0],
    ['half a period later', 0, '2026-02-14', 1_000_000, 7500],
    ['the first due day, unpaid', 0, '2026-02-28', 1_000_000, 15_000],
    ['the first due day, paid', 91_680, '2026-02-28', 923_320, 0],
    ['two days after, paid', 91_680, '2026-03-02', 923_320, 894],
    ['paid ahead of its day', 91_680, '2026-02-10', 923_320, 0],
    ['half an instalment paid, on its day', 45_840, '2026-02-28', 969_160, 0],
    ['two instalments late', 0, '2026-03-31', 1_000_000, 28_850],
    ['the last due day', 0, '2027-01-31', 1_000_000, 100_161],
    ['long after', 0, '2028-01-31', 1_000_000, 100_161],
  ])('%s: principal and interest', (...[, paid, today, principal, charge]) => {
    const found = payoff(standing({ paid, today }))
    expect(found).toEqual({
      amount: principal + charge,
      principal,
      charge,
      discount: total - paid - principal - charge,
    })
  })

  it('gives back no more than the books have left to earn', () => {
    const { amount, discount } = payoff({ ...standing({ today: start }), unearned: 100_000 })
    expect({ amount, discount }).toEqual({ amount: 1_000_161, discount: 100_000 })
  })
})

test('an advance is settled by all of it: its commission is flat', () => {
  const { schedule: only, final_value } = quoteAdvance({ amount: 350_000, commission: 15_000 }, '2026-11-20')
  const asked = { type: 'advance', schedule: only, amount_due: final_value, unearned: 15_000 } as const
  expect(payoff({ ...asked, start: '2026-11-20', today: '2026-11-21' })).toEqual({
    amount: 365_000,
    principal: 350_000,
    charge: 15_000,
    discount: 0,
  })
})

/** Any credit, anything paid of it, any day of its life. */
const anyCase = fc
  .record({
    amount: fc.integer({ min: 10_000, max: 30_000_000 }),
    annual_rate: fc.integer({ min: 0, max: 2000 }).map((thousandths) => thousandths / 1000),
    months: fc.constantFrom(3, 6, 9, 12),
    start: fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days)),
    share: fc.integer({ min: 0, max: 9999 }),
    days: fc.integer({ min: 0, max: 400 }),
  })
  .map(({ start: from, share, days, ...credit }) => {
    const rows = creditSchedule(credit, from)
    const sum = scheduleTotal(rows)
    const paid = proportion(sum, share, 10_000)
    const asked = {
      ...{ type: 'credit' as const, schedule: rows, amount_due: sum - paid },
      ...{ unearned: sum - credit.amount, start: from, today: addDays(from, days) },
    }
    return { asked, paid, sum, credit }
  })

const runs = { numRuns: 1000 }

describe('any credit on any day', () => {
  it('is settled by no more than is owed and no less than the principal left', () => {
    fc.assert(
      fc.property(anyCase, ({ asked, paid, credit }) => {
        const { amount, principal, charge, discount } = payoff(asked)
        expect(principal).toBe(credit.amount - appliedTo(asked.schedule, paid).principal)
        expect(amount).toBeGreaterThanOrEqual(principal)
        expect(amount).toBeLessThanOrEqual(asked.amount_due)
        expect(amount).toBeGreaterThan(0)
        expect(charge).toBeGreaterThanOrEqual(0)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(amount + discount).toBe(asked.amount_due)
      }),
      runs,
    )
  })

  it('costs a day more, or nothing more, than the day before; all that is owed from the last due day on', () => {
    fc.assert(
      fc.property(anyCase, ({ asked }) => {
        const tomorrow = payoff({ ...asked, today: addDays(asked.today, 1) })
        expect(tomorrow.amount).toBeGreaterThanOrEqual(payoff(asked).amount)
        const end = asked.schedule.at(-1)?.due_date ?? asked.today
        expect(payoff({ ...asked, today: end }).amount).toBe(asked.amount_due)
      }),
      runs,
    )
  })

  it('has on each due day the interest of the schedule, and between them never more than the next', () => {
    fc.assert(
      fc.property(anyCase, ({ asked }) => {
        let interest = 0
        for (const row of asked.schedule) {
          expect(accruedInterest({ ...asked, today: addDays(row.due_date, -1) })).toBeLessThanOrEqual(
            interest + row.interest,
          )
          interest += row.interest
          expect(accruedInterest({ ...asked, today: row.due_date })).toBe(interest)
        }
      }),
      runs,
    )
  })

  it('after each instalment paid on its day is settled by the balance of the payment table', () => {
    fc.assert(
      fc.property(anyCase, ({ asked, sum }) => {
        let paid = 0
        for (const { payment, due_date, balance } of asked.schedule.slice(0, -1)) {
          paid += payment
          expect(payoff({ ...asked, amount_due: sum - paid, today: due_date }).amount).toBe(balance)
        }
      }),
      runs,
    )
  })
})

describe('a payment divides', () => {
  it('as the payment table has it', () => {
    const first = { schedule, previous_amount_due: total, amount_paid: 91_680, discount: 0 }
    expect(appliedPayment(first)).toEqual({ principal: 76_680, charge: 15_000 })
  })

  it('into all the principal left and the interest run, where it settles', () => {
    const today = addDays(start, 14)
    const { amount, discount } = payoff(standing({ today }))
    expect(appliedPayment({ schedule, previous_amount_due: total, amount_paid: amount, discount })).toEqual({
      principal: 1_000_000,
      charge: proportion(15_000, 14, daysBetween(start, '2026-02-28')),
    })
  })

  it('so that the parts of all payments are the amount and the whole charge', () => {
    const anySplit = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(anySplit, (wishes) => {
        let due = total
        let [principal, charge] = [0, 0]
        for (const wish of [...wishes, total]) {
          const amount_paid = Math.min(due, wish)
          const part = appliedPayment({ schedule, previous_amount_due: due, amount_paid, discount: 0 })
          expect(part.principal + part.charge).toBe(amount_paid)
          principal += part.principal
          charge += part.charge
          due -= amount_paid
        }
        expect({ principal, charge }).toEqual({ principal: terms.amount, charge: total - terms.amount })
      }),
    )
  })
})
