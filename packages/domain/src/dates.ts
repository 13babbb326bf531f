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

const DAY_MS = 86_400_000
const NS_PER_MS = 1_000_000
const dayText = /^\d{4}-\d\d-\d\d$/
const instantText = /^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d(:?\d\d)?)$/i

/** The offset of Mexico City's clock in ms for each day of UTC, counted from 1970, in which it does not change. */
const offsets = new Map<number, number>()
/** Days of some decades. */
const mostDays = 20_000

const offsetAt = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(TIME_ZONE).offsetNanoseconds / NS_PER_MS

function offsetOf(ms: number): number {
  const day = Math.floor(ms / DAY_MS)
  const known = offsets.get(day)
  if (known !== undefined) return known
  const offset = offsetAt(ms)
  const ends = [day * DAY_MS, (day + 1) * DAY_MS - 1]
  if (offsets.size < mostDays && ends.every((end) => offsetAt(end) === offset)) offsets.set(day, offset)
  return offset
}

/** Throws `RangeError` for a text that is no instant, such as a day, or a time without its zone. */
function msOfInstant(instant: Instant): number {
  const ms = instantText.test(instant) ? Date.parse(instant) : Number.NaN
  if (Number.isNaN(ms)) throw new RangeError(`${instant} is no instant`)
  return ms
}

/**
 * The clock of Mexico City at an instant, in ms as if it were UTC. Lists and files have an instant or two in each row, and
 * Temporal takes longer for one than everything else in the row.
 */
export function localClockMs(instant: Temporal.Instant | Instant): number {
  const ms = typeof instant === 'string' ? msOfInstant(instant) : instant.epochMilliseconds
  return ms + offsetOf(ms)
}

/** Returns the calendar day in Mexico City at an instant. */
export function businessDay(instant: Temporal.Instant | Instant): Day {
  return dayOfMs(localClockMs(instant))
}

/**
 * A day in ms since 1970, as UTC counts it, where each day has 24 hours: many times as fast as Temporal, and each list and
 * each balance counts days. Throws `RangeError` for a text that is no day.
 */
function msOf(day: Day): number {
  const ms = Date.parse(day)
  // Of the 30th of February JavaScript makes the 2nd of March.
  const isDay = dayText.test(day) && new Date(ms).getUTCDate() === Number(day.slice(8))
  if (!isDay) throw new RangeError(`${day} is no day`)
  return ms
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`)

function dayOfMs(ms: number): Day {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  if (!(year >= 1000 && year <= 9999)) throw new RangeError(`no year of four digits: ${year}`)
  return `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

/** Year, month from 0 and day of the month. */
function partsOf(day: Day) {
  const date = new Date(msOf(day))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() }
}

const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The instant at which a calendar day begins in Mexico City. */
export function startOfDay(day: Day): Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(TIME_ZONE).toInstant().toString()
}

/** Adds calendar days to a day; a negative number goes back. */
export function addDays(day: Day, days: number): Day {
  return dayOfMs(msOf(day) + days * DAY_MS)
}

/** Counts the calendar days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (msOf(to) - msOf(from)) / DAY_MS
}

/** The day of the week: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(msOf(day)).getUTCDay() || 7
}

/**
 * Returns the next pay date after `today`: the 15th or the last day of the month. On a pay date it returns the
 * following one, so the result is always later than `today`.
 */
export function nextPayDate(today: Day): Day {
  const { year, month, date } = partsOf(today)
  const last = lastOfMonth(year, month)
  if (date < 15) return dayOfMs(Date.UTC(year, month, 15))
  return dayOfMs(date < last ? Date.UTC(year, month, last) : Date.UTC(year, month + 1, 15))
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
  const { year, month, date } = partsOf(day)
  const to = month + months
  return dayOfMs(Date.UTC(year, to, Math.min(date, lastOfMonth(year, to))))
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
