import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  coveredInstallments,
  isOverdue,
  markPaid,
  nextDueDate,
  requiredSums,
  suggestedPayment,
} from './repayment.ts'
import { creditSchedule, scheduleTotal } from './schedule.ts'

const schedule = creditSchedule({ amount: 1_000_000, annual_rate: 0.18, months: 12 }, '2026-01-31')

describe('the suggested payment', () => {
  it.each([
    [1_100_161, 12, 0, 91_680],
    [91_681, 12, 11, 91_681],
    [100, 12, 40, 100],
    [5, 12, 0, 1],
    [0, 12, 3, 0],
    [105_000, 1, 0, 105_000],
  ])(
    'for %s owed, %s installments and %s payments is %s',
    (...[amount_due, installments, payments, suggested]) => {
      expect(suggestedPayment(amount_due, installments, payments)).toBe(suggested)
    },
  )

  it('pays 10,000 at 18 % in 12 months with the payments of the schedule', () => {
    let due = scheduleTotal(schedule)
    const paid = schedule.map((_, index) => {
      const payment = suggestedPayment(due, 12, index)
      due -= payment
      return payment
    })
    expect(due).toBe(0)
    expect(paid.filter((payment) => payment === 91_680)).toHaveLength(11)
    expect(paid.filter((payment) => payment === 91_681)).toHaveLength(1)
  })

  it('paid every month, settles any credit without a late day', () => {
    const anyCredit = fc.record({
      amount: fc.integer({ min: 1, max: 30_000_000 }),
      annual_rate: fc.integer({ min: 0, max: 5000 }).map((thousandths) => thousandths / 1000),
      months: fc.constantFrom(3, 6, 9, 12),
    })
    fc.assert(
      fc.property(anyCredit, (terms) => {
        const rows = creditSchedule(terms, '2026-01-31')
        let due = scheduleTotal(rows)
        let paid = 0
        for (const [index, row] of rows.entries()) {
          const payment = suggestedPayment(due, terms.months, index)
          due -= payment
          paid += payment
          expect(isOverdue(nextDueDate(rows, paid), row.due_date)).toBe(false)
          expect(coveredInstallments(rows, paid)).toBeGreaterThan(index)
        }
        expect(due).toBe(0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the covered installments', () => {
  it('tolerate n missing centavos before the last installment, none at the last', () => {
    expect(coveredInstallments(schedule, 91_680 - 12)).toBe(1)
    expect(coveredInstallments(schedule, 91_680 - 13)).toBe(0)
    expect(coveredInstallments(schedule, 1_100_160)).toBe(11)
    expect(coveredInstallments(schedule, 1_100_161)).toBe(12)
    expect(requiredSums(schedule).at(-1)).toBe(1_100_161)
  })

  it('require nothing before the last installment of a debt of fewer centavos than installments', () => {
    const tiny = creditSchedule({ amount: 6, annual_rate: 0, months: 12 }, '2026-01-31')
    expect(requiredSums(tiny)).toEqual([...Array(11).fill(0), 6])
  })

  it('give the due day of the first uncovered one, null when all are covered', () => {
    expect(nextDueDate(schedule, 0)).toBe('2026-02-28')
    expect(nextDueDate(schedule, 91_680)).toBe('2026-03-31')
    expect(nextDueDate(schedule, 1_100_161)).toBeNull()
  })

  it('are marked as paid', () => {
    expect(markPaid(schedule, 2 * 91_680).map(({ paid }) => paid)).toEqual([
      true,
      true,
      ...Array(10).fill(false),
    ])
  })

  it('make a loan overdue from the day after an uncovered due day', () => {
    expect(isOverdue('2026-02-28', '2026-02-28')).toBe(false)
    expect(isOverdue('2026-02-28', '2026-03-01')).toBe(true)
    expect(isOverdue(null, '2026-03-01')).toBe(false)
  })
})
