import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAdvance } from '../../test/advance.ts'
import { anyStep, anyTerms, check, histories, live, pay } from '../../test/histories.ts'
import { addDays, daysBetween } from '../dates.ts'
import { contractSchedule } from './amortization.ts'
import { applyPayment } from './apply-payment.ts'
import { EXCESS_CHOICES } from './excess.ts'
import { amountDue, figuresOn, payoffOn, suggestedAmount } from './figures.ts'
import { openCredit, rowsInForce, sumPayments } from './position.ts'

describe('the schedule in force', () => {
  test('repays exactly the principal that prepayments leave, row by row', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        let prepaid = 0
        live(terms, steps, ({ after, application }) => {
          prepaid += application.prepaid ?? 0
          const rows = rowsInForce(after)
          expect(rows.reduce((sum, row) => sum + row.principal, prepaid)).toBe(terms.amount)
          expect(rows.at(-1)?.balance).toBe(0)
          for (const row of rows) {
            expect(row.payment).toBe(row.principal + row.interest + row.tax)
            expect(row.payment).toBeGreaterThan(0)
          }
        })
      }),
    )
  })

  test('has no more rows than before and keeps the rows due before the prepayment', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        live(terms, steps, ({ before, after, day }) => {
          const [old, now] = [rowsInForce(before), rowsInForce(after)]
          expect(now.length).toBeLessThanOrEqual(old.length)
          const isPast = ({ due_date }: { due_date: string }) => due_date <= day
          expect(now.filter(isPast)).toEqual(old.filter(isPast))
          expect(after.versions[0]?.rows).toEqual(contractSchedule(terms))
        })
      }),
    )
  })
})

describe('what a payment costs', () => {
  test('amount due before − paid − discount = amount due after, and the discount is never negative', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        live(terms, steps, ({ before, after, application, amount }) => {
          expect(amountDue(before) - amount - application.discount).toBe(amountDue(after))
          expect(application.amount_due).toBe(amountDue(after))
          expect(application.discount).toBeGreaterThanOrEqual(0)
        })
      }),
    )
  })

  test('never exceeds the contract in all', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        const { position, paid } = live(terms, steps)
        expect(paid + amountDue(position)).toBeLessThanOrEqual(sumPayments(contractSchedule(terms)))
      }),
    )
  })

  test('has no interest before its day: the first day’s payoffs sum to the amount, in any number of payments', () => {
    const first_day = fc.array(
      anyStep.map((step) => ({ ...step, days: 0 })),
      { maxLength: 6 },
    )
    check(
      fc.property(anyTerms, first_day, (terms, steps) => {
        const { position, paid } = live(terms, steps)
        expect(paid + payoffOn(position, terms.start)).toBe(terms.amount)
      }),
    )
  })

  test('two payments on one day leave the same payoff that day as one', () => {
    const cut = fc.record({
      part: fc.integer({ min: 1, max: 99 }),
      excess: fc.constantFrom(...EXCESS_CHOICES),
    })
    const some = fc.tuple(anyTerms, fc.array(anyStep, { maxLength: 8 }))
    check(
      fc.property(some, anyStep, cut, ([terms, steps], { days, excess }, second) => {
        const { position, day } = live(terms, steps)
        const value_date = addDays(day, days)
        const payoff = payoffOn(position, value_date)
        const amount = Math.floor((payoff * (100 - second.part)) / 100)
        const first = Math.floor((amount * second.part) / 100)
        fc.pre(first > 0)
        const once = pay(position, { value_date, amount, excess })
        const half = pay(position, { value_date, amount: first, excess })
        const twice = pay(half.position, { value_date, amount: amount - first, excess: second.excess })
        expect(payoffOn(twice.position, value_date)).toBe(payoffOn(once.position, value_date))
      }),
    )
  })
})

describe('the amount to pay', () => {
  test('paid by its date, leaves nothing overdue afterwards until the next due date', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        const { position, day } = live(terms, steps)
        const { to_pay } = figuresOn(position, day)
        fc.pre(to_pay !== null && to_pay.by >= day)
        if (to_pay === null) return
        const amount = Math.min(to_pay.amount, payoffOn(position, to_pay.by))
        const { position: after } = pay(position, { value_date: to_pay.by, amount, excess: 'lower_payment' })
        const next = figuresOn(after, addDays(to_pay.by, 1))
        expect(next.overdue).toBe(0)
        if (next.next_payment_date !== null) expect(next.next_payment_date > to_pay.by).toBe(true)
      }),
    )
  })

  test('paid on each date from the start, pays the contract to the centavo', () => {
    check(
      fc.property(anyTerms, (terms) => {
        let position = openCredit(terms)
        let paid = 0
        for (const { due_date } of contractSchedule(terms)) {
          const { to_pay } = figuresOn(position, due_date)
          paid += to_pay?.amount ?? 0
          position = pay(position, {
            value_date: due_date,
            amount: to_pay?.amount ?? 0,
            excess: 'lower_payment',
          }).position
        }
        expect(position.settled).not.toBeNull()
        expect(paid).toBe(sumPayments(contractSchedule(terms)))
      }),
    )
  })
})

test('a payment above the payoff is refused with the payoff', () => {
  check(
    fc.property(histories, fc.integer({ min: 1, max: 100 }), ([terms, steps], more) => {
      const { position, day } = live(terms, steps)
      fc.pre(position.settled === null)
      const payoff = payoffOn(position, day)
      const payment = { value_date: day, amount: payoff + more, excess: 'lower_payment' } as const
      expect(applyPayment(position, payment)).toEqual({ error: 'exceeds_payoff', payoff })
    }),
  )
})

describe('an advance', () => {
  const terms = { amount: 200_000, commission: 15_000, start: '2026-11-20', due_date: '2026-11-30' }

  test('takes payments of any size, and its payoff is the whole amount due on every day', () => {
    let position = openAdvance(terms)
    expect(payoffOn(position, '2026-11-20')).toBe(215_000)
    position = pay(position, { value_date: '2026-11-21', amount: 100_000, excess: 'lower_payment' }).position
    expect(figuresOn(position, '2026-12-01')).toEqual({
      day: '2026-12-01',
      ...{ amount_due: 115_000, payoff: 115_000, overdue: 115_000, accrued: 15_000 },
      ...{ next_payment_date: '2026-11-30', to_pay: { by: '2026-11-30', amount: 115_000 } },
    })
    const last = pay(position, { value_date: '2026-12-01', amount: 115_000, excess: 'lower_payment' })
    expect(last.application).toMatchObject({ settles: true, discount: 0, amount_due: 0 })
    expect(daysBetween(terms.start, terms.due_date)).toBe(10)
  })
})

describe('the suggested amount', () => {
  test('is the smaller of the amount to pay and the payoff, and 0 once nothing is owed', () => {
    expect(suggestedAmount({ to_pay: { by: '2026-12-20', amount: 500 }, payoff: 400 })).toBe(400)
    expect(suggestedAmount({ to_pay: { by: '2026-12-20', amount: 300 }, payoff: 400 })).toBe(300)
    expect(suggestedAmount({ to_pay: null, payoff: 0 })).toBe(0)
  })
})
