import { businessDay, type Day, localTime } from '../dates.ts'
import { operatingDay } from './holidays.ts'

/**
 * STP's time. `bank_days` is false for a simulator in plain mode, which uses calendar days without cut, bank
 * holidays or nightly pause.
 */
export interface StpTime {
  now: Temporal.Instant
  bank_days: boolean
}

/** Tolerance for the difference between our clock and STP's and for the time an order takes to arrive. */
const CUT_MARGIN = { minutes: 5 }
const PAUSE_STARTS = Temporal.PlainTime.from('23:55')
const PAUSE_ENDS = Temporal.PlainTime.from('00:05')

function dayOf({ bank_days }: StpTime, instant: Temporal.Instant): Day {
  return bank_days ? operatingDay(instant) : businessDay(instant)
}

/** Returns STP's current operating day. From 18:00 in Mexico City it is the next bank day. */
export function runningDay(time: StpTime): Day {
  return dayOf(time, time.now)
}

/**
 * Returns the operating days under which STP may file an order sent now, the earlier first. There are two within five
 * minutes of the cut, otherwise one.
 */
export function possibleOperatingDays(time: StpTime): Day[] {
  const { now } = time
  return [...new Set([dayOf(time, now.subtract(CUT_MARGIN)), dayOf(time, now.add(CUT_MARGIN))])]
}

/** True from 23:55 to 00:05 in Mexico City, when STP accepts neither orders nor queries. */
export function isNightlyPause({ now, bank_days }: StpTime): boolean {
  const clock = localTime(now).toPlainTime()
  const late = Temporal.PlainTime.compare(clock, PAUSE_STARTS) >= 0
  return bank_days && (late || Temporal.PlainTime.compare(clock, PAUSE_ENDS) < 0)
}
