import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAdvance } from '../../test/advance.ts'
import { anyStep, anyTerms, check, histories, live } from '../../test/histories.ts'
import { addDays, type Day } from '../dates.ts'
import { containedTax } from '../money.ts'
import { type CreditTerms, contractSchedule } from './amortization.ts'
import type { DatedPayment } from './apply-payment.ts'
import { booksOn, collectedOn, type LoanTax } from './books.ts'
import { EXCESS_CHOICES } from './excess.ts'
import { accruedOn, amountDue, payoffOn } from './figures.ts'
import { type LoanPosition, openCredit, rowsInForce, sumPayments } from './position.ts'
import { applyAndDivide, type Division, type RecordedPayment, replayPayments } from './replay.ts'

const yearly: CreditTerms = {
  ...{ amount: 1_000_000, annual_rate: 0.18, frequency: 'monthly', installments: 12 },
  ...{ start: '2026-11-20', tax_rate: 0.16, tax_added: false },
}

/** Numbers payments in the order of the list, which is the order of registration. */
const record = (payments: readonly DatedPayment[]): RecordedPayment[] =>
  payments.map((payment, index) => ({ ...payment, id: index + 1 }))

function replay(opened: LoanPosition, payments: readonly RecordedPayment[], tax: LoanTax) {
  const result = replayPayments(opened, payments, tax)
  return 'error' in result ? expect.unreachable(`payment ${result.id} exceeds ${result.payoff}`) : result
}

/** A payment with the positions around it, and the day of the payment before it. */
type Divided = { before: LoanPosition; after: LoanPosition; division: Division; since: Day; day: Day }

/** Replays the payments of a credit and passes each to `see`; returns the last position and its day. */
function divide(terms: CreditTerms, payments: readonly DatedPayment[], see: (divided: Divided) => void) {
  let position = openCredit(terms)
  let since = terms.start
  for (const payment of payments) {
    const result = applyAndDivide(position, payment, terms)
    if ('error' in result) return expect.unreachable(`the payoff is ${result.payoff}`)
    const day = payment.value_date
    see({ before: position, after: result.position, division: result.division, since, day })
    position = result.position
    since = day
  }
  return { position, day: since }
}

/** Money that waits on account of rows due after the day. */
function waiting(position: LoanPosition, day: Day): number {
  const due_rows = rowsInForce(position).filter(({ due_date }) => due_date <= day)
  return Math.max(0, position.applied - sumPayments(due_rows))
}

const taxPayable = (position: LoanPosition, day: Day, tax: LoanTax) => booksOn(position, day, tax).tax_payable

describe('the division of a payment', () => {
  test('adds up: principal + interest + tax + money that waits = amount, none of them below 0', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        const payments = record(live(terms, steps).payments)
        const { divisions } = replay(openCredit(terms), payments, terms)
        expect(divisions.size).toBe(payments.length)
        for (const { id, amount } of payments) {
          const { principal, interest, tax, on_account } = divisions.get(id) ?? expect.unreachable()
          expect(principal + interest + tax + (on_account ?? 0)).toBe(amount)
          for (const part of [principal, interest, tax]) expect(part).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('collects no interest before its day', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        let charged = 0
        divide(terms, live(terms, steps).payments, ({ after, division, day }) => {
          charged += division.interest + (terms.tax_added ? 0 : division.tax)
          const accrued = accruedOn(after, day)
          expect(charged).toBeLessThanOrEqual(accrued)
          expect(collectedOn(after, day).interest).toBeLessThanOrEqual(accrued)
        })
      }),
    )
  })

  test('with what due dates collect, sums to the VAT of the books', () => {
    check(
      fc.property(histories, fc.integer({ min: 0, max: 400 }), ([terms, steps], later) => {
        let collected = 0
        const { position, day } = divide(
          terms,
          live(terms, steps).payments,
          ({ before, after, division, since, day }) => {
            const on_due_dates = taxPayable(before, day, terms) - taxPayable(before, since, terms)
            // Money that waited pays interest and VAT of its own when a payment settles the loan.
            const own = taxPayable(after, day, terms) - taxPayable(before, day, terms)
            const released = own - division.tax
            const waited = after.settled === null ? 0 : waiting(before, day)
            expect(released).toBeGreaterThanOrEqual(0)
            expect(released).toBeLessThanOrEqual(waited)
            const [from, to] = [collectedOn(before, day), collectedOn(after, day)]
            const charge = to.interest + to.tax - from.interest - from.tax
            expect(division.interest + division.tax).toBe(charge - Math.min(charge, waited))
            collected += on_due_dates + division.tax + released
          },
        )
        const end = addDays(day, later)
        collected += taxPayable(position, end, terms) - taxPayable(position, day, terms)
        expect(taxPayable(position, end, terms)).toBe(collected)
        if (position.settled === null) return
        const { accrued, tax } = position.settled
        expect(collected).toBe(terms.tax_added ? tax : containedTax(accrued, terms.tax_rate))
      }),
    )
  })

  // 15 of 30 days accrue 75.00 of interest, and 12.00 of VAT where it is added.
  test.each([
    ['all of it', 50_000, false, { principal: 957_500, interest: 0, tax: 0 }],
    ['a part of it', 5000, false, { principal: 1_000_000, interest: 2156, tax: 344 }],
    ['a part of it and of the added VAT', 5000, true, { principal: 1_000_000, interest: 3190, tax: 510 }],
  ])('that settles charges no interest that waiting money pays: %s', (...[, waits, tax_added, expected]) => {
    const terms = { ...yearly, tax_added }
    const opened = openCredit(terms)
    const first = { id: 1, value_date: '2026-12-01', amount: waits, excess: 'lower_payment' } as const
    const { position } = replay(opened, [first], terms)
    const value_date = '2026-12-05'
    const last = { ...first, id: 2, value_date, amount: payoffOn(position, value_date) }
    expect(replay(opened, [first, last], terms).divisions.get(2)).toMatchObject(expected)
  })

  test('of a settled credit pays the amount, the interest accrued and the VAT added to it, nothing else', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        const { position, day, payments, paid } = live(terms, steps)
        const last = { value_date: day, amount: payoffOn(position, day), excess: 'lower_payment' } as const
        const all = record(position.settled === null ? [...payments, last] : payments)
        const settled = replay(openCredit(terms), all, terms).position.settled ?? expect.unreachable()
        const total = all.reduce((sum, { amount }) => sum + amount, 0)
        expect(total).toBe(terms.amount + settled.accrued + settled.tax)
        expect(paid).toBeLessThanOrEqual(total)
      }),
    )
  })
})

describe('a replay', () => {
  test('never costs more than the contract, whenever the rest is paid', () => {
    check(
      fc.property(histories, fc.integer({ min: 0, max: 400 }), ([terms, steps], later) => {
        const { payments, day, paid } = live(terms, steps)
        const { position } = replay(openCredit(terms), record(payments), terms)
        const contract = sumPayments(contractSchedule(terms))
        expect(paid + amountDue(position)).toBeLessThanOrEqual(contract)
        expect(paid + payoffOn(position, addDays(day, later))).toBeLessThanOrEqual(contract)
      }),
    )
  })

  test('leaves the same payoff if any payment is cut in two on its day', () => {
    const cut = fc.record({
      index: fc.nat(29),
      part: fc.integer({ min: 1, max: 99 }),
      excess: fc.constantFrom(...EXCESS_CHOICES),
    })
    check(
      fc.property(histories, cut, ([terms, steps], { index, part, excess }) => {
        const { payments } = live(terms, steps)
        const payment = payments[index % Math.max(1, payments.length)]
        fc.pre(payment !== undefined && payment.amount > 1)
        if (payment === undefined) return
        const until = payments.slice(0, payments.indexOf(payment))
        const first = Math.max(1, Math.floor((payment.amount * part) / 100))
        const halves = [
          { ...payment, amount: first, excess },
          { ...payment, amount: payment.amount - first },
        ]
        const once = replay(openCredit(terms), record([...until, payment]), terms).position
        const twice = replay(openCredit(terms), record([...until, ...halves]), terms).position
        expect(payoffOn(twice, payment.value_date)).toBe(payoffOn(once, payment.value_date))
      }),
    )
  })

  test('gives the same position and divisions after a payment is removed and put back', () => {
    check(
      fc.property(histories, fc.nat(29), ([terms, steps], index) => {
        const payments = record(live(terms, steps).payments)
        const removed = payments[index % Math.max(1, payments.length)]
        fc.pre(removed !== undefined)
        if (removed === undefined) return
        const whole = replay(openCredit(terms), payments, terms)
        const others = payments.filter(({ id }) => id !== removed.id)
        const without = replay(openCredit(terms), others, terms)
        expect(without.divisions.has(removed.id)).toBe(false)
        expect(replay(openCredit(terms), [...others, removed], terms)).toEqual(whole)
      }),
    )
  })

  test('applies payments in order of value date, in whatever order they were registered', () => {
    const apart = fc.array(
      anyStep.map((step) => ({ ...step, days: step.days + 1 })),
      { maxLength: 30 },
    )
    const factor = fc.integer({ min: 1, max: 60 })
    check(
      fc.property(anyTerms, apart, factor, (terms, ...[steps, times]) => {
        const { payments, position } = live(terms, steps)
        // Multiples modulo a prime are distinct: the payments get registration numbers in another order.
        const mixed = payments.map((payment, index) => ({ ...payment, id: ((index + 1) * times) % 61 }))
        expect(replay(openCredit(terms), mixed, terms).position).toEqual(position)
      }),
    )
  })

  test('applies two payments of one day in order of registration', () => {
    const value_date = '2026-12-20'
    const small = { id: 2, value_date, amount: 50_000, excess: 'lower_payment' } as const
    const large = { id: 1, value_date, amount: 91_680, excess: 'lower_payment' } as const
    const { divisions } = replay(openCredit(yearly), [small, large], yearly)
    expect(divisions.get(1)).toMatchObject({ due: 91_680, on_account: 0, interest: 12_931, tax: 2069 })
    expect(divisions.get(2)).toMatchObject({ due: 0, on_account: 50_000, interest: 0, tax: 0 })
  })

  test('reports the payment that exceeds the payoff of its day', () => {
    check(
      fc.property(histories, ([terms, steps]) => {
        const { position, payments, day } = live(terms, steps)
        const amount = payoffOn(position, day) + 1
        const excess = 'lower_payment' as const
        const all = [...record(payments), { id: 99, value_date: day, amount, excess }]
        const result = replayPayments(openCredit(terms), all, terms)
        expect(result).toEqual({ error: 'exceeds_payoff', id: 99, payoff: amount - 1 })
      }),
    )
  })

  test('settles a loan with a payment below the payoff by the interest that is waived', () => {
    check(
      fc.property(histories, fc.integer({ min: 0, max: 100 }), ([terms, steps], percent) => {
        const { position, day, payments } = live(terms, steps)
        fc.pre(position.settled === null)
        const open_interest = accruedOn(position, day) - collectedOn(position, day).interest
        const payoff = payoffOn(position, day)
        const waived = Math.min(payoff - 1, Math.floor((open_interest * percent) / 100))
        fc.pre(waived >= 0)
        const last = {
          id: 99,
          value_date: day,
          amount: payoff - waived,
          excess: 'lower_payment',
          waived,
        } as const
        const result = replay(openCredit(terms), [...record(payments), last], terms)
        const accrued = accruedOn(position, day)
        expect(result.position.settled).toMatchObject({ day, accrued: accrued - waived })
        const { settles, amount_due, discount, previous_amount_due } =
          result.divisions.get(99) ?? expect.unreachable()
        expect([settles, amount_due]).toEqual([true, 0])
        expect(previous_amount_due - last.amount - discount).toBe(0)
        expect(booksOn(result.position, day, terms)).toMatchObject({
          ...{ receivable: 0, unearned: 0, tax_pending: 0 },
        })
      }),
    )
  })
})

test('an advance in parts pays its commission first, and the VAT of the parts sums to that of the commission', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 10 })
  const tax = { tax_rate: 0.16, tax_added: false }
  const terms = { amount: 200_000, start: '2026-11-20', due_date: '2026-11-30' }
  check(
    fc.property(parts, fc.integer({ min: 0, max: 50_000 }), (amounts, commission) => {
      const opened = openAdvance({ ...terms, commission })
      const payments: RecordedPayment[] = []
      let left = terms.amount + commission
      for (const amount of [...amounts, left]) {
        const part = Math.min(amount, left)
        left -= part
        const payment = { value_date: '2026-11-25', amount: part, excess: 'lower_payment' } as const
        if (part > 0) payments.push({ ...payment, id: payments.length + 1 })
      }
      const { position, divisions } = replay(opened, payments, tax)
      const sumOf = (part: 'principal' | 'interest' | 'tax') =>
        [...divisions.values()].reduce((sum, division) => sum + division[part], 0)
      expect(position.settled).not.toBeNull()
      expect(sumOf('tax')).toBe(containedTax(commission, 0.16))
      expect(sumOf('interest') + sumOf('tax')).toBe(commission)
      expect(sumOf('principal')).toBe(terms.amount)
      for (const { id, amount } of payments) {
        const { principal, interest, tax: own } = divisions.get(id) ?? expect.unreachable()
        expect(principal + interest + own).toBe(amount)
      }
    }),
  )
})
