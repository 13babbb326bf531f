import { expect, test } from 'vitest'
import { dayName } from './day-name.ts'

test.each([
  ['2026-01-01', 'Hoy'],
  ['2025-12-31', 'Ayer'],
  ['2025-12-30', '30 de diciembre de 2025'],
])('names %s as «%s» on 1 January 2026', (day, name) => {
  expect(dayName(day, '2026-01-01')).toBe(name)
})

test('leaves out the current year', () => {
  expect(dayName('2026-01-02', '2026-03-01')).toBe('2 de enero')
})
