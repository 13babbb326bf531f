/** A calendar day in Mexico City, `YYYY-MM-DD`. */
export type Day = string
/** An instant in UTC, ISO 8601. */
export type Instant = string

/** The business time zone. All calendar days and local times are in it. */
export const TIME_ZONE = 'America/Mexico_City'
const OFFER_DAYS = 30

/** Converts an instant to the local date and time in Mexico City. */
export function localTime(instant: Temporal.Instant | Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant.toString()).toZonedDateTimeISO(TIME_ZONE)
}

/** Returns the calendar day in Mexico City at an instant. */
export function businessDay(instant: Temporal.Instant | Instant): Day {
  return localTime(instant).toPlainDate().toString()
}

/** The instant at which a calendar day begins in Mexico City. */
export function startOfDay(day: Day): Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(TIME_ZONE).toInstant().toString()
}

/** Adds calendar days to a day; a negative number goes back. */
export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

const DAY_MS = 86_400_000

/**
 * Counts the calendar days from `from` to `to`; negative if `to` is earlier. It reads days as UTC, where each has 24
 * hours: ten times as fast as Temporal, and a loan's balance counts days at every payment.
 */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/**
 * Returns the next pay date after `today`: the 15th or the last day of the month. On a pay date it returns the
 * following one, so the result is always later than `today`.
 */
export function nextPayDate(today: Day): Day {
  const date = Temporal.PlainDate.from(today)
  if (date.day < 15) return date.with({ day: 15 }).toString()
  if (date.day < date.daysInMonth) return date.with({ day: date.daysInMonth }).toString()
  return date.add({ months: 1 }).with({ day: 15 }).toString()
}

/** True on a pay date: the 15th or the last day of a month. */
export function isPayDate(day: Day): boolean {
  return nextPayDate(addDays(day, -1)) === day
}

/** Counts the days from `today` to the next pay date: 1 to 16. */
export function daysToPayDate(today: Day): number {
  return daysBetween(today, nextPayDate(today))
}

/**
 * Adds months to a day. The result keeps the day of the month, or is the last day of a shorter month: from 31 January,
 * 28 February and 31 March.
 */
export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

/**
 * Returns the last day to accept an offer: the next pay date for an advance, 30 days after the approval for a credit.
 */
export function offerExpiresOn(type: 'credit' | 'advance', approved_day: Day): Day {
  return type === 'advance' ? nextPayDate(approved_day) : addDays(approved_day, OFFER_DAYS)
}

/** True for the last day of a month. */
export function isMonthEnd(day: Day): boolean {
  return addDays(day, 1).endsWith('-01')
}
