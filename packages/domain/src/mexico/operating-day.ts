import { businessDay, type Day, localTime } from '../dates.ts'
import { operatingDay } from './holidays.ts'

/** STP's clock. `bank_days` false: a stand-in that keeps plain days, without cut, bank holidays or nightly pause. */
export interface StpTime {
  now: Temporal.Instant
  bank_days: boolean
}

/** How far apart our clock and STP's may be, and how long an order may travel. */
const CUT_MARGIN = { minutes: 5 }
const PAUSE_STARTS = Temporal.PlainTime.from('23:55')
const PAUSE_ENDS = Temporal.PlainTime.from('00:05')

function dayOf({ bank_days }: StpTime, instant: Temporal.Instant): Day {
  return bank_days ? operatingDay(instant) : businessDay(instant)
}

/** The operating day that runs at STP: from 18:00 in Mexico City on it is the next bank day's. */
export function runningDay(time: StpTime): Day {
  return dayOf(time, time.now)
}

/**
 * The operating days that an order sent now may be filed under, the earlier first: two within five minutes of the
 * cut.
 */
export function possibleOperatingDays(time: StpTime): Day[] {
  const { now } = time
  return [...new Set([dayOf(time, now.subtract(CUT_MARGIN)), dayOf(time, now.add(CUT_MARGIN))])]
}

/** STP neither takes orders nor answers questions from 23:55 to 00:05 in Mexico City. */
export function isNightlyPause({ now, bank_days }: StpTime): boolean {
  const clock = localTime(now).toPlainTime()
  const late = Temporal.PlainTime.compare(clock, PAUSE_STARTS) >= 0
  return bank_days && (late || Temporal.PlainTime.compare(clock, PAUSE_ENDS) < 0)
}
