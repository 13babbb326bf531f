import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, type Day, daysBetween } from '../dates.ts'
import { proportion } from '../money.ts'
import { accruedInterest, type PayoffInput, payoff, splitPaid, splitPayment } from './payoff.ts'
import { creditSchedule, quoteAdvance, scheduleTotal } from './schedule.ts'

const start = '2026-01-31'
const terms = { amount: 1_000_000, annual_rate: 0.18, months: 12 }
const schedule = creditSchedule(terms, start)
const total = scheduleTotal(schedule)

const loanOn = ({ paid = 0, today }: { paid?: number; today: Day }): PayoffInput => ({
  type: 'credit',
  schedule,
  amount_due: total - paid,
  unearned: total - terms.amount,
  start,
  today,
})

describe('the payoff of 10,000 at 18 % in 12 months from 31 January', () => {
  test.each([
    ['the day the payout is sent', 0, '2026-01-31', 1_000_000, 0],
    ['a day in the middle of the first period', 0, '2026-02-14', 1_000_000, 7500],
    ['the first due day, with nothing paid', 0, '2026-02-28', 1_000_000, 15_000],
    ['the first due day, with the installment paid', 91_680, '2026-02-28', 923_320, 0],
    ['the second day after, with the installment paid', 91_680, '2026-03-02', 923_320, 894],
    ['a day before the due day, with the installment paid', 91_680, '2026-02-10', 923_320, 0],
    ['the first due day, with half the installment paid', 45_840, '2026-02-28', 969_160, 0],
    ['the second due day, with nothing paid', 0, '2026-03-31', 1_000_000, 28_850],
    ['the last due day', 0, '2027-01-31', 1_000_000, 100_161],
    ['a day one year after the last due day', 0, '2028-01-31', 1_000_000, 100_161],
  ])('on %s is the principal left plus the accrued interest', (...[, paid, today, principal, charge]) => {
    expect(payoff(loanOn({ paid, today }))).toEqual({
      amount: principal + charge,
      principal,
      charge,
      discount: total - paid - principal - charge,
    })
  })

  it('discounts no more than the unearned finance charge', () => {
    const { amount, discount } = payoff({ ...loanOn({ today: start }), unearned: 100_000 })
    expect({ amount, discount }).toEqual({ amount: 1_000_161, discount: 100_000 })
  })
})

test('the payoff of an advance is the whole amount due', () => {
  const { schedule: only, final_value } = quoteAdvance({ amount: 350_000, commission: 15_000 }, '2026-11-20')
  const loan = { type: 'advance', schedule: only, amount_due: final_value, unearned: 15_000 } as const
  expect(payoff({ ...loan, start: '2026-11-20', today: '2026-11-21' })).toEqual({
    amount: 365_000,
    principal: 350_000,
    charge: 15_000,
    discount: 0,
  })
})

/** Any credit, with any part of it paid, on any day up to 400 days after its start. */
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
    const loan = {
      ...{ type: 'credit' as const, schedule: rows, amount_due: sum - paid },
      ...{ unearned: sum - credit.amount, start: from, today: addDays(from, days) },
    }
    return { loan, paid, sum, credit }
  })

const runs = { numRuns: 1000 }

describe('the payoff of any credit on any day', () => {
  it('is at most the amount due and at least the principal left', () => {
    fc.assert(
      fc.property(anyCase, ({ loan, paid, credit }) => {
        const { amount, principal, charge, discount } = payoff(loan)
        expect(principal).toBe(credit.amount - splitPaid(loan.schedule, paid).principal)
        expect(amount).toBeGreaterThanOrEqual(principal)
        expect(amount).toBeLessThanOrEqual(loan.amount_due)
        expect(amount).toBeGreaterThan(0)
        expect(charge).toBeGreaterThanOrEqual(0)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(amount + discount).toBe(loan.amount_due)
      }),
      runs,
    )
  })

  it('never falls from one day to the next, and is the amount due on the last due day', () => {
    fc.assert(
      fc.property(anyCase, ({ loan }) => {
        const tomorrow = payoff({ ...loan, today: addDays(loan.today, 1) })
        expect(tomorrow.amount).toBeGreaterThanOrEqual(payoff(loan).amount)
        const end = loan.schedule.at(-1)?.due_date ?? loan.today
        expect(payoff({ ...loan, today: end }).amount).toBe(loan.amount_due)
      }),
      runs,
    )
  })

  it('accrues exactly the interest of the schedule on each due day', () => {
    fc.assert(
      fc.property(anyCase, ({ loan }) => {
        let interest = 0
        for (const row of loan.schedule) {
          expect(accruedInterest({ ...loan, today: addDays(row.due_date, -1) })).toBeLessThanOrEqual(
            interest + row.interest,
          )
          interest += row.interest
          expect(accruedInterest({ ...loan, today: row.due_date })).toBe(interest)
        }
      }),
      runs,
    )
  })

  it('equals the balance of the schedule after each installment paid on its due day', () => {
    fc.assert(
      fc.property(anyCase, ({ loan, sum }) => {
        let paid = 0
        for (const { payment, due_date, balance } of loan.schedule.slice(0, -1)) {
          paid += payment
          expect(payoff({ ...loan, amount_due: sum - paid, today: due_date }).amount).toBe(balance)
        }
      }),
      runs,
    )
  })
})

describe('the division of a payment', () => {
  it('equals the schedule for a regular payment', () => {
    const first = { schedule, previous_amount_due: total, amount_paid: 91_680, discount: 0 }
    expect(splitPayment(first)).toEqual({ principal: 76_680, charge: 15_000 })
  })

  it('takes all the principal left and the accrued interest for a payoff', () => {
    const today = addDays(start, 14)
    const { amount, discount } = payoff(loanOn({ today }))
    expect(splitPayment({ schedule, previous_amount_due: total, amount_paid: amount, discount })).toEqual({
      principal: 1_000_000,
      charge: proportion(15_000, 14, daysBetween(start, '2026-02-28')),
    })
  })

  it('adds up to the amount and the finance charge over any series of payments', () => {
    const anySplit = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(anySplit, (wishes) => {
        let due = total
        let [principal, charge] = [0, 0]
        for (const wish of [...wishes, total]) {
          const amount_paid = Math.min(due, wish)
          const part = splitPayment({ schedule, previous_amount_due: due, amount_paid, discount: 0 })
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
