import { businessDay, nextPayDate } from '@quincena/domain/dates'
import { expect, test } from 'vitest'
import { plotsOf } from './plots.ts'
import { seeded } from './random.ts'

test('plans advances that began before now and are not due yet, on every day of the year', () => {
  const first = Temporal.Instant.from('2026-11-20T06:30:00Z')
  for (let days = 0; days < 366; days += 1) {
    const end = first.add({ hours: 24 * days })
    const casting = { random: seeded(1), end, person: { biweekly_salary_cents: 750_000 } }
    const plots = Array.from({ length: 16 }, (_, index) => plotsOf(casting, index)).flat()
    const running = plots.filter(({ fate, wish }) => fate === 'paying' && wish.type === 'advance')
    expect(running).toHaveLength(4)
    for (const { starts } of running) {
      expect(nextPayDate(businessDay(starts)) >= businessDay(end)).toBe(true)
      expect(starts.until(end).total('hours')).toBeGreaterThan(6)
    }
  }
})
