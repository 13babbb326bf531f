import { expect, it } from 'vitest'
import {
  formatCat,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatLongDateTime,
  formatMoney,
  formatMoneyShort,
  formatPeriod,
  formatPesos,
  formatRate,
} from './format.ts'
import { quoteAdvance } from './loans/schedule.ts'

it.each([
  [1_000_000, '$10,000.00'],
  [0, '$0.00'],
  [5, '$0.05'],
  [123_456_789_01, '$123,456,789.01'],
  [-91_680, '-$916.80'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
])('formatMoney(%s) is %s [B9.21 E9.6]', (amount, text) => expect(formatMoney(amount)).toBe(text))

it.each([
  [95_000, '$950'],
  [1_250_000, '$12.5k'],
  [100_000, '$1k'],
  [99_994_999, '$999.9k'],
  [99_999_999, '$1M'],
  [123_000_000, '$1.2M'],
  [-1_250_000, '-$12.5k'],
])('formatMoneyShort(%s) is %s [B9.21]', (amount, text) => expect(formatMoneyShort(amount)).toBe(text))

it.each([
  [425_000, '$4,250'],
  [106_250, '$1,062'],
  [0, '$0'],
])('formatPesos(%s) is %s', (amount, text) => expect(formatPesos(amount)).toBe(text))

it('formats days and instants in Mexican Spanish and Mexico City time [B9.21 E9.6]', () => {
  expect(formatDate('2026-12-05')).toBe('05/12/2026')
  expect(formatLongDate('2026-12-05')).toBe('5 de diciembre')
  expect(formatLongDate('2026-12-15', { withYear: true })).toBe('15 de diciembre de 2026')
  expect(formatDateTime('2026-12-15T02:05:00Z')).toBe('14/12/2026 - 20:05')
  expect(formatLongDateTime('2026-12-15T15:05:00Z')).toBe('15 de diciembre, 09:05')
})

it('never prints the CAT of an advance of one peso with an exponent', () => {
  const cats = ['2026-11-20', '2026-11-29'].map(
    (today) => quoteAdvance({ amount: 100, commission: 15_000 }, today).cat,
  )
  expect(cats.some((cat) => String(cat).includes('e'))).toBe(false)
  expect(cats.map(formatCat)).toEqual(['más de 999.9 %', 'más de 999.9 %'])
})

it('formats rates, CAT and terms [B9.19 B9.24]', () => {
  expect(formatRate(0.18)).toBe('18 %')
  expect(formatRate(0.285)).toBe('28.5 %')
  expect(formatRate(18.5)).toBe('1,850 %')
  expect(formatCat(19.6)).toBe('19.6 %')
  expect(formatCat(20)).toBe('20.0 %')
  expect(formatCat(999.9)).toBe('999.9 %')
  expect(formatCat(1000)).toBe('más de 999.9 %')
  expect(formatCat(Number.MAX_VALUE)).toBe('más de 999.9 %')
  expect(formatCat(null)).toBe('No aplica')
  expect(formatPeriod('credit', 6)).toBe('6 meses')
  expect(formatPeriod('credit', 1)).toBe('1 mes')
  expect(formatPeriod('advance', 5)).toBe('5 días')
  expect(formatPeriod('advance', 1)).toBe('1 día')
})
