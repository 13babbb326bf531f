import { expect, test } from 'vitest'
import { day } from './fields.ts'

test.each([
  ['0001-01-01', true],
  ['2024-02-29', true],
  ['9998-12-31', true],
  ['2023-02-29', false],
  ['2026-02-31', false],
  ['mañana', false],
  ['', false],
  ['0000-01-01', false],
  ['0000-12-31', false],
  ['9999-01-01', false],
  ['9999-12-31', false],
])('the day schema on %j: valid is %s', (value, isDay) => {
  const { success, error } = day.safeParse(value)
  expect(success).toBe(isDay)
  if (!isDay) expect(error?.issues.map(({ message }) => message)).toEqual(['Fecha inválida'])
})
