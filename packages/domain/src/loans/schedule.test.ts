import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { type CreditTerms, contractSchedule, levelPayment, periodRates } from './amortization.ts'
import { advanceCat, annualCost, CAT_LIMIT, creditCat } from './cat.ts'
import { FREQUENCIES, PERIODS_PER_YEAR } from './frequency.ts'
import { sumPayments } from './position.ts'
import { quoteAdvance, simulateCredit } from './schedule.ts'

const START = '2026-11-20'
const base: CreditTerms = {
  ...{ amount: 1_000_000, annual_rate: 0.18, frequency: 'monthly', installments: 12 },
  ...{ start: START, tax_rate: 0, tax_added: false },
}
const credit = (terms: Partial<CreditTerms> = {}): CreditTerms => ({ ...base, ...terms })
const anyTerms: fc.Arbitrary<CreditTerms> = fc
  .record({
    amount: fc.integer({ min: 10_000, max: 20_000_000 }),
    annual_rate: fc.integer({ min: 0, max: 1500 }).map((thousandths) => thousandths / 1000),
    frequency: fc.constantFrom(...FREQUENCIES),
    installments: fc.constantFrom(3, 6, 9, 12, 24),
  })
  .map(credit)
const contractPayment = (terms: CreditTerms) =>
  levelPayment(terms.amount, periodRates(terms), terms.installments)

describe('the schedule of a credit', () => {
  it('has 11 payments of 916.80, a last one of 916.81 and a CAT of 19.6 % for 10,000 at 18 % in 12 months [E9.11]', () => {
    const { monthly_payment, final_value, cat, schedule } = simulateCredit(credit())
    expect(monthly_payment).toBe(91_680)
    expect(schedule.slice(0, 11).every(({ payment }) => payment === 91_680)).toBe(true)
    expect(schedule.at(-1)).toMatchObject({
      number: 12,
      due_date: '2027-11-20',
      payment: 91_681,
      balance: 0,
      paid: false,
    })
    expect(final_value).toBe(1_100_161)
    expect(cat).toBe(19.6)
    expect(schedule[0]).toEqual({
      number: 1,
      due_date: '2026-12-20',
      payment: 91_680,
      principal: 76_680,
      interest: 15_000,
      balance: 923_320,
      paid: false,
    })
  })

  it('divides the amount into equal parts without interest, the last with the rounding difference', () => {
    const schedule = contractSchedule(credit({ annual_rate: 0, installments: 3 }))
    expect(schedule.map(({ payment }) => payment)).toEqual([333_333, 333_333, 333_334])
    expect(sumPayments(schedule)).toBe(1_000_000)
    expect(simulateCredit(credit({ annual_rate: 0, installments: 3 })).cat).toBe(0)
  })

  it('ends early, without rows of 0, once a level payment rounded up has repaid a tiny amount', () => {
    const terms = credit({ amount: 6, annual_rate: 0 })
    const schedule = contractSchedule(terms)
    expect(contractPayment(terms)).toBe(1)
    expect(schedule.map(({ payment }) => payment)).toEqual([1, 1, 1, 1, 1, 1])
    expect(schedule.map(({ balance }) => balance)).toEqual([5, 4, 3, 2, 1, 0])
  })

  it('never pays more than is owed, for any amount below 12 pesos', () => {
    const tiny = fc.tuple(fc.integer({ min: 1, max: 1_200 }), anyTerms)
    fc.assert(
      fc.property(tiny, ([amount, terms]) => {
        const schedule = contractSchedule({ ...terms, amount })
        expect(schedule.filter(({ payment, balance }) => payment <= 0 || balance < 0)).toEqual([])
        expect(schedule.reduce((sum, { principal }) => sum + principal, 0)).toBe(amount)
      }),
    )
  })

  // Published worked examples: monthly payments at 11 %/12 over 180 months and of 22 %/12 and 58 %/12 over 12.
  it.each([
    [cents(300_997.13), 0.11, 180, cents(3_421.12)],
    [cents(10_000), 0.22, 12, cents(935.94)],
    [cents(10_000), 0.18, 12, cents(916.8)],
  ])(
    'has level payments for %s centavos at %s in %s months of %s',
    (...[amount, annual_rate, installments, payment]) => {
      expect(contractPayment(credit({ amount, annual_rate, installments }))).toBe(payment)
    },
  )

  it('repays the principal to the centavo for any terms', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const schedule = contractSchedule(terms)
        let balance = terms.amount
        for (const row of schedule) {
          expect(row.payment).toBe(row.principal + row.interest + row.tax)
          balance -= row.principal
          expect(row.balance).toBe(balance)
        }
        expect(balance).toBe(0)
        expect(sumPayments(schedule)).toBe(
          terms.amount + schedule.reduce((sum, { interest }) => sum + interest, 0),
        )
      }),
    )
  })

  it('has a last payment within one centavo a period, compounded, of the level payment', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { annual_rate, frequency, installments } = terms
        const last = contractSchedule(terms).at(-1)?.payment ?? 0
        const growth = (1 + annual_rate / PERIODS_PER_YEAR[frequency]) ** installments
        expect(Math.abs(last - contractPayment(terms))).toBeLessThanOrEqual(Math.ceil(installments * growth))
      }),
    )
  })
})

describe('the CAT', () => {
  const level = (payment: number, times: number) => Array.from({ length: times }, () => payment)

  // Public examples, calculated with Banxico's method.
  it.each([
    ['22 % with an opening fee', 960_100, level(93_594, 12), 12, 34.4795],
    ['a mortgage', 29_247_091, level(354_612, 180), 12, 12.8955],
    ['12 quincenas', 1_000_000, level(91_680, 12), 24, 42.9503],
    ['24 quincenas, by the rounded payment', 1_000_000, level(49_924, 24), 24, 42.9497],
  ])('for %s is as published', (...[, received, payments, per_year, percent]) => {
    expect(annualCost(received, payments, per_year) * 100).toBeCloseTo(percent, 3)
  })

  it('at 18 % without fees is (1 + 0.18 / 12)^12 − 1 for any term [B9.20]', () => {
    for (const installments of [3, 6, 9, 12]) expect(simulateCredit(credit({ installments })).cat).toBe(19.6)
  })

  // The published figure is 95.7, a tenth above the method's result.
  it('for 20,000 at 58 % with a 5 % opening fee is 95.6', () => {
    const payment = contractPayment(credit({ amount: 2_000_000, annual_rate: 0.58 }))
    expect(creditCat(1_900_000, level(payment, 12), 12)).toBe(95.6)
  })

  it('for an advance counts 365 days a year and is null for 0 days [B9.20]', () => {
    expect(advanceCat(100_000, 105_000, 365)).toBe(5)
    expect(advanceCat(100_000, 105_000, 5)).toBe(3422.2)
    expect(advanceCat(100_000, 105_000, 0)).toBeNull()
    expect(advanceCat(1, 10_000, 1)).toBe(CAT_LIMIT)
    expect(advanceCat(100_000, 100_000, 10)).toBe(0)
  })

  it('excludes the VAT that interest and commission contain', () => {
    const untaxed = contractSchedule(credit()).map(
      ({ payment, interest }) => payment - interest + interest / 1.16,
    )
    const expected = Math.round(annualCost(1_000_000, untaxed, 12) * 1000) / 10
    expect(expected).toBeLessThan(19.6)
    expect(simulateCredit(credit({ tax_rate: 0.16 })).cat).toBe(expected)
    const advance = { amount: 100_000, commission: 5_800 }
    expect(quoteAdvance(advance, '2026-11-21').cat).toBe(884.1)
    expect(quoteAdvance({ ...advance, tax_rate: 0.16 }, '2026-11-21').cat).toBe(623.3)
  })

  it('is the same with added VAT as without VAT, up to the rounding of payments', () => {
    const added = simulateCredit(credit({ tax_rate: 0.16, tax_added: true }))
    expect(added.schedule[0]).toMatchObject({ interest: 15_000, tax: 2400 })
    expect(added.cat).toBe(19.6)
  })

  it('equals the compounded rate for any credit without fees, and stays finite for extreme rates', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const cat = simulateCredit({ ...terms, amount: 10_000_000 }).cat ?? Number.NaN
        const periods = PERIODS_PER_YEAR[terms.frequency]
        expect(cat).toBeCloseTo(((1 + terms.annual_rate / periods) ** periods - 1) * 100, 0)
      }),
    )
    const absurd = simulateCredit(credit({ annual_rate: 999.999 }))
    expect(absurd.cat).toBe(CAT_LIMIT)
    expect(JSON.stringify(absurd.cat)).toBe('999999999.9')
  })
})

it('quoteAdvance adds the commission and sets the next pay date, without interest [E9.12]', () => {
  expect(quoteAdvance({ amount: 100_000, commission: 5_000 }, START)).toMatchObject({
    days: 10,
    due_date: '2026-11-30',
    final_value: 105_000,
    schedule: [
      {
        number: 1,
        due_date: '2026-11-30',
        payment: 105_000,
        principal: 100_000,
        interest: 5_000,
        tax: 0,
        balance: 0,
      },
    ],
  })
})
