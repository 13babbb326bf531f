import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAdvance } from '../../test/advance.ts'
import { anyTerms, check, histories, live, pay } from '../../test/histories.ts'
import { addDays, daysBetween } from '../dates.ts'
import { isBankDay } from '../mexico/holidays.ts'
import { daysLate, lateFrom } from './delinquency.ts'
import { EXCESS_CHOICES } from './excess.ts'
import { figuresOn, payoffOn } from './figures.ts'
import { openCredit } from './position.ts'

const anyGrace = fc.integer({ min: 0, max: 30 })

test.each([
  ['a late loan, since its first uncovered due date', {}, 20],
  ['a loan that its grace days keep from being late', { state: 'active' }, 0],
  ['a loan in clarification', { in_clarification: true }, 0],
  ['a loan without a due date', { next_payment_date: null }, 0],
] as const)('counts the days late of %s', (_, changes, days) => {
  const loan = { state: 'overdue', next_payment_date: '2026-10-31', in_clarification: false } as const
  expect(daysLate({ ...loan, ...changes }, '2026-11-20')).toBe(days)
})

describe('the first late day', () => {
  test.each([
    ['a Friday', '2026-11-20', 0, '2026-11-21'],
    ['a Friday, with 5 grace days', '2026-11-20', 5, '2026-11-28'],
    ['a Saturday, which may be paid on Monday', '2026-11-21', 0, '2026-11-24'],
    ['a Sunday, with 1 grace day', '2026-11-22', 1, '2026-11-25'],
    ['Christmas on a Friday', '2026-12-25', 0, '2026-12-29'],
    ['Christmas on a Friday, with 5 grace days over New Year', '2026-12-25', 5, '2027-01-06'],
    ['the Thursday of Holy Week', '2027-03-25', 0, '2027-03-30'],
  ])('after %s (%s, grace %s) is %s', (...[, due_date, grace, day]) => {
    const terms = { amount: 200_000, commission: 15_000, start: '2026-11-19', due_date }
    expect(lateFrom(openAdvance(terms), grace)).toBe(day)
  })

  test.each([
    ['before the due date changes nothing', '2026-11-18', '2026-11-21'],
    ['on the due date changes nothing', '2026-11-20', '2026-11-21'],
    ['after it counts as the due date', '2026-12-02', '2026-12-03'],
    ['on a Saturday lasts until Monday', '2026-12-05', '2026-12-08'],
  ])('after a clarification that ended %s', (...[, clarified_on, day]) => {
    const terms = { amount: 200_000, commission: 15_000, start: '2026-11-10', due_date: '2026-11-20' }
    expect(lateFrom(openAdvance(terms), 0, clarified_on)).toBe(day)
  })

  test('is null once nothing is owed', () => {
    const terms = { amount: 200_000, commission: 15_000, start: '2026-11-19', due_date: '2026-11-30' }
    const payment = { value_date: '2026-11-25', amount: 215_000, excess: 'lower_payment' } as const
    expect(lateFrom(pay(openAdvance(terms), payment).position, 5)).toBeNull()
  })

  test('comes after the first uncovered due date and as many bank days as the company grants', () => {
    check(
      fc.property(histories, anyGrace, ([terms, steps], grace) => {
        const { position, day } = live(terms, steps)
        const due = figuresOn(position, day).next_payment_date
        const late = lateFrom(position, grace)
        expect(late === null).toBe(due === null)
        if (due === null || late === null) return
        const after = Array.from({ length: daysBetween(due, late) }, (_, index) => addDays(due, index))
        expect(after.filter(isBankDay)).toHaveLength(grace + 1)
        expect(isBankDay(addDays(late, -1))).toBe(true)
      }),
    )
  })
})

test('a borrower who pays to_pay by its date is never late, with or without grace days', () => {
  const early = fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...EXCESS_CHOICES)), { minLength: 52 })
  check(
    fc.property(anyTerms, early, fc.constantFrom(0, 5), (terms, ...[choices, grace]) => {
      let position = openCredit(terms)
      let day = terms.start
      for (const [days_early, excess] of choices) {
        const { to_pay } = figuresOn(position, day)
        if (to_pay === null) break
        expect(to_pay.by >= day).toBe(true)
        const value_date = addDays(to_pay.by, -Math.min(days_early, daysBetween(day, to_pay.by)))
        const amount = Math.min(to_pay.amount, payoffOn(position, value_date))
        position = pay(position, { value_date, amount, excess }).position
        const late = lateFrom(position, grace)
        expect(late === null || late > addDays(to_pay.by, 1)).toBe(true)
        day = addDays(to_pay.by, 1)
      }
      expect(figuresOn(position, day)).toMatchObject({ amount_due: 0, overdue: 0 })
    }),
  )
})

test('a payment never makes a loan late earlier', () => {
  check(
    fc.property(histories, anyGrace, ([terms, steps], grace) => {
      live(terms, steps, ({ before, after }) => {
        const [was, is] = [lateFrom(before, grace), lateFrom(after, grace)]
        expect(is === null || (was !== null && is >= was)).toBe(true)
      })
    }),
  )
})
