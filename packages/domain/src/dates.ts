/** A calendar day, `YYYY-MM-DD`, of the business in Mexico City. */
export type Day = string
/** An instant, ISO 8601 in UTC. */
export type Instant = string

export const TIME_ZONE = 'America/Mexico_City'
const OFFER_DAYS = 30

/** The wall clock in Mexico City at an instant. */
export function localTime(instant: Temporal.Instant | Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant.toString()).toZonedDateTimeISO(TIME_ZONE)
}

/** The day it is in Mexico City at an instant. */
export function businessDay(instant: Temporal.Instant | Instant): Day {
  return localTime(instant).toPlainDate().toString()
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** Days from one day to another; negative when `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days
}

/** The 15th or the month's last day, whichever comes next. On a pay day the next one counts: never 0 days. */
export function nextPayDate(today: Day): Day {
  const date = Temporal.PlainDate.from(today)
  if (date.day < 15) return date.with({ day: 15 }).toString()
  if (date.day < date.daysInMonth) return date.with({ day: date.daysInMonth }).toString()
  return date.add({ months: 1 }).with({ day: 15 }).toString()
}

/** Days to the next pay date, 1 to 16. */
export function daysToPayDate(today: Day): number {
  return daysBetween(today, nextPayDate(today))
}

/** One month after `start`, then monthly, the day of month kept: 31 January, 28 February, 31 March. */
export function monthlyDueDates(start: Day, months: number): Day[] {
  const date = Temporal.PlainDate.from(start)
  return Array.from({ length: months }, (_, index) => date.add({ months: index + 1 }).toString())
}

/** The last day on which an offer may be accepted: an advance's pay date, a credit's 30th day after approval. */
export function offerExpiresOn(type: 'credit' | 'advance', approved_day: Day): Day {
  return type === 'advance' ? nextPayDate(approved_day) : addDays(approved_day, OFFER_DAYS)
}
