import { businessDay, type Day, type Instant, TIME_ZONE } from '../dates.ts'
import { isBankDay } from '../mexico/holidays.ts'
import { possibleOperatingDays, runningDay, type StpTime } from '../mexico/operating-day.ts'

/** Number of past operating days that are compared even if the database has no row for them. */
const WINDOW_DAYS = 10
/** Number of operating days during which a bank may still return a settled order; its day is compared again on each. */
const RETURN_DAYS = 5
/**
 * Largest number of days in one run: STP answers about 100 queries an hour, and a day takes one query per 1,000 orders.
 */
const DAYS_AT_ONCE = 12
/** STP closes a day at 18:00; 5 minutes more for orders on their way. Mexico City time. */
const CUT = '18:05'

/**
 * The columns of a day's row that decide whether the day is compared again. `checked_at` is the last successful
 * comparison.
 */
export interface DayRow {
  operation_date: Day
  state: 'queued' | 'running' | 'done' | 'failed'
  checked_at: Instant | null
  open_differences: number
}

/** Returns the instant from which STP's list of a day can no longer grow. */
export function closesAt(day: Day): Temporal.Instant {
  return Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from(CUT) })
    .toInstant()
}

/** Returns the earliest operating day whose list may still grow: near the cut, the day that is ending. */
export function firstGrowingDay(time: StpTime): Day {
  return possibleOperatingDays(time)[0] ?? runningDay(time)
}

/** The last `count` operating days before the growing one, newest first. */
function daysBefore(time: StpTime, count: number): Day[] {
  const days: Day[] = []
  for (let date = Temporal.PlainDate.from(firstGrowingDay(time)); days.length < count; ) {
    date = date.subtract({ days: 1 })
    if (!time.bank_days || isBankDay(date.toString())) days.push(date.toString())
  }
  return days
}

/** True if the day was compared after its list could no longer grow. */
export function isWhole({
  operation_date,
  checked_at,
}: Pick<DayRow, 'operation_date' | 'checked_at'>): boolean {
  return (
    checked_at !== null &&
    Temporal.Instant.compare(Temporal.Instant.from(checked_at), closesAt(operation_date)) >= 0
  )
}

/**
 * Returns the earliest day of the daily comparison: the tenth operating day before the one whose list may still grow.
 */
export function windowStart(time: StpTime): Day {
  return daysBefore(time, WINDOW_DAYS).at(-1) ?? firstGrowingDay(time)
}

/** True if SPEI works today. On other days nothing is sent or returned, so no day is compared again. */
function isWorkingDay({ now, bank_days }: StpTime): boolean {
  return !bank_days || isBankDay(businessDay(now))
}

/** Mexico City time from which finished days are compared again: SPEI's banks have returned what they returned at night. */
const MORNING = '08:00'
/** A running day is compared hourly; its job may start some minutes early or late. */
const BETWEEN_RUNS = { minutes: 50 }
/** Orders that settled just before the close are read again this long after it. */
const AFTER_CLOSE = { hours: 1 }

const isBefore = (left: Temporal.Instant, right: Temporal.Instant) =>
  Temporal.Instant.compare(left, right) < 0

/** The present bank morning; null before it starts and on days without SPEI. */
function morningOf(time: StpTime): Temporal.Instant | null {
  if (!isWorkingDay(time)) return null
  const morning = Temporal.PlainDate.from(businessDay(time.now))
    .toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from(MORNING) })
    .toInstant()
  return isBefore(time.now, morning) ? null : morning
}

/** True if a day that was compared whole is compared again, for money that banks returned since then. */
function isDueAgain(time: StpTime, day: Day, checked: Temporal.Instant): boolean {
  const evening = closesAt(day).add(AFTER_CLOSE)
  const morning = morningOf(time)
  const isEveningDue = isBefore(checked, evening) && !isBefore(time.now, evening)
  return isEveningDue || (morning !== null && isBefore(checked, morning))
}

/** Returns the running day if it is due: hourly on its own date and, once it has orders, on the evenings before. */
function dueRunningDay(time: StpTime, row: DayRow | undefined, with_orders: readonly Day[]): Day[] {
  const growing = firstGrowingDay(time)
  const isActive = growing === businessDay(time.now) || with_orders.includes(growing)
  if (!isActive || possibleOperatingDays(time).length > 1) return []
  if (row?.state === 'queued' || row?.state === 'running') return []
  const checked_at = row?.checked_at ?? null
  if (checked_at === null || row?.state === 'failed') return [growing]
  const isRecent = isBefore(time.now.subtract(BETWEEN_RUNS), Temporal.Instant.from(checked_at))
  return isRecent ? [] : [growing]
}

/**
 * Returns the operating days to compare now, newest first, at most 12:
 * - the running day, once an hour;
 * - each finished day that was never compared whole or whose last comparison failed;
 * - one hour after the close and then once per bank morning, each day with open differences and each of the last 5
 *   days, whose settled orders a bank may still return.
 *
 * The candidates are the last 10 operating days, the days in `rows`, and `with_orders`: the days that hold our orders,
 * however old, so that a day without a row is compared too. A day that is queued or running is left out.
 */
export function dueDays(time: StpTime, rows: readonly DayRow[], with_orders: readonly Day[]): Day[] {
  const growing = firstGrowingDay(time)
  const recent = daysBefore(time, RETURN_DAYS).at(-1) ?? growing
  const known = new Map(rows.map((row) => [row.operation_date, row]))

  const isDue = (day: Day): boolean => {
    const row = known.get(day)
    if (row === undefined) return true
    if (row.state === 'queued' || row.state === 'running') return false
    if (row.state === 'failed' || row.checked_at === null || !isWhole(row)) return true
    const isWatched = row.open_differences > 0 || day >= recent
    return isWatched && isDueAgain(time, day, Temporal.Instant.from(row.checked_at))
  }

  const finished = [...new Set([...daysBefore(time, WINDOW_DAYS), ...with_orders, ...known.keys()])]
    .filter((day) => day < growing && isDue(day))
    .sort()
    .reverse()
  return [...dueRunningDay(time, known.get(growing), with_orders), ...finished].slice(0, DAYS_AT_ONCE)
}
