import { businessDay, nextPayDate } from '@quincena/domain/dates'
import { expect, test } from 'vitest'
import { loanPlansOf } from './loan-plans.ts'
import { seeded } from './random.ts'

test('plans advances that began before now and are not due yet, on every day of the year', () => {
  const first = Temporal.Instant.from('2026-11-20T06:30:00Z')
  for (let days = 0; days < 366; days += 1) {
    const end = first.add({ hours: 24 * days })
    const input = { random: seeded(1), end, person: { biweekly_salary_cents: 750_000 } }
    const plans = Array.from({ length: 16 }, (_, index) => loanPlansOf(input, index)).flat()
    const running = plans.filter(({ ending, request }) => ending === 'paying' && request.type === 'advance')
    expect(running).toHaveLength(4)
    for (const { starts_at } of running) {
      expect(nextPayDate(businessDay(starts_at)) >= businessDay(end)).toBe(true)
      expect(starts_at.until(end).total('hours')).toBeGreaterThan(6)
    }
  }
})
