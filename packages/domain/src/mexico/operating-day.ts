import type { Day } from '../dates.ts'
import { operatingDay } from './holidays.ts'

/** How far apart our clock and STP's may be, and how long an order may travel. */
const CUT_MARGIN = { minutes: 5 }

/** The operating days that an order sent at an instant may be under: two within five minutes of the 18:00 cut. */
export function possibleOperatingDays(instant: Temporal.Instant | string): Day[] {
  const at = Temporal.Instant.from(instant.toString())
  return [...new Set([operatingDay(at.subtract(CUT_MARGIN)), operatingDay(at.add(CUT_MARGIN))])]
}
