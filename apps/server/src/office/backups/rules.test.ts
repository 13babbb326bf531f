import { addDays, addMonths } from '@quincena/domain/dates'
import { expect, test } from 'vitest'
import { expiredBackups, newestOf } from './rules.ts'

const today = '2026-11-20'
const nameOn = (day: string, hour = '09') => `${day}T${hour}-00-00Z`
const complete = (name: string) => ({ name, is_complete: true })
const keptOf = (names: string[], keep_days = 7) => {
  const expired = expiredBackups(names.map(complete), { today, keep_days })
  return names.filter((name) => !expired.includes(name))
}

test('keeps the newest backup of each of the last days and of each of the last 12 months', () => {
  const days = Array.from({ length: 500 }, (_, ago) => addDays(today, -ago))
  const kept = keptOf(days.flatMap((day) => [nameOn(day, '09'), nameOn(day, '20')]))
  const lastDays = days.slice(0, 7)
  const months = Array.from({ length: 11 }, (_, ago) => addMonths('2026-11-01', -ago))
  const monthEnds = months.map((month) => addDays(month, -1))
  expect(kept).toEqual([...lastDays, ...monthEnds].map((day) => nameOn(day, '20')))
})

test('never removes the newest one, however old, and counts days of Mexico City', () => {
  const old = [nameOn('2024-01-02'), nameOn('2024-01-01')]
  expect(keptOf(old)).toEqual([nameOn('2024-01-02')])
  // 03:00 UTC is the evening of the day before.
  expect(keptOf([nameOn('2026-11-20', '03'), nameOn('2026-11-19', '20')])).toEqual([
    nameOn('2026-11-20', '03'),
  ])
})

test('removes interrupted backups after two days, and leaves what has another name', () => {
  const found = [
    complete(nameOn(today)),
    { name: `${nameOn('2026-11-18')}.part`, is_complete: false },
    { name: nameOn('2026-11-17'), is_complete: false },
    { name: nameOn('2026-11-19'), is_complete: false },
    complete('copied-by-hand'),
  ]
  expect(expiredBackups(found, { today, keep_days: 1 })).toEqual([
    nameOn('2026-11-17'),
    `${nameOn('2026-11-18')}.part`,
  ])
  expect(newestOf(found)).toBe(nameOn(today))
  expect(newestOf([])).toBe(undefined)
})
