import { describe, expect, it } from 'vitest'
import {
  amountProblem,
  beneficiary,
  folio,
  isCreditMonths,
  maxAdvance,
  maxCredit,
  minimumMessage,
  monthlySalary,
  parsePeriod,
} from './limits.ts'

it.each([
  [6, 6],
  ['6', 6],
  ['6 meses', 6],
  ['12  meses', 12],
  ['seis', null],
  ['', null],
  [' 1 Mes ', 1],
  ['6.5 meses', null],
  ['6 días', null],
  ['6 meses y medio', null],
  [6.5, null],
  [0, null],
  [-3, null],
])('parsePeriod reads %j as %s months', (period, months) => expect(parsePeriod(period)).toBe(months))

it('a credit term is 3, 6, 9 or 12 months [E5.1]', () => {
  expect([1, 3, 5, 6, 9, 12, 15].filter(isCreditMonths)).toEqual([3, 6, 9, 12])
})

describe('the largest loan', () => {
  it('is three monthly salaries for a credit [E5.1]', () => {
    expect(maxCredit(monthlySalary(750_000))).toBe(4_500_000)
    expect(maxCredit(null)).toBe(0)
  })

  it.each([
    [750_000, 0.5, null, 375_000],
    [750_001, 0.5, null, 375_001],
    [750_000, 0.3, null, 225_000],
    [750_000, 0.5, 200_000, 200_000],
    [750_000, 0.5, 400_000, 375_000],
    [null, 0.5, null, 350_000],
    [0, 0.5, null, 350_000],
    [null, 0.5, 200_000, 200_000],
  ])(
    'for an advance with salary %s, share %s and cap %s is %s',
    (...[biweekly_salary, advance_share, advance_cap, most]) => {
      expect(maxAdvance({ biweekly_salary, advance_share, advance_cap })).toBe(most)
    },
  )
})

it.each([
  [1, null],
  [4_500_000, null],
  [4_500_001, 'Monto máximo excedido: $45,000.00'],
  [0, 'Por favor, ingresa un valor válido y positivo'],
  [-1, 'Por favor, ingresa un valor válido y positivo'],
  [Number.NaN, 'Por favor, ingresa un valor válido y positivo'],
])('amountProblem for %s of at most 4,500,000 centavos is %j', (amount, text) => {
  expect(amountProblem(amount, 4_500_000)).toBe(text)
})

it('minimumMessage names the smallest advance', () => {
  expect(minimumMessage(50_000)).toBe('El anticipo mínimo es de $500.00.')
})

it('folio formats the number of a loan', () => {
  expect(folio('credit', 123)).toBe('C-000123')
  expect(folio('advance', 1_234_567)).toBe('A-1234567')
})

it.each([
  ['646180157000000004', { account: '646180157000000004', account_type: 40 }],
  ['4152313412345678', { account: '4152313412345678', account_type: 3 }],
  ['12345678901', null],
  ['N-A', null],
  [null, null],
])('beneficiary reads the account %s as %o', (number, expected) =>
  expect(beneficiary(number)).toEqual(expected),
)
