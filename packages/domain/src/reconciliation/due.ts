import { businessDay, type Day, type Instant, TIME_ZONE } from '../dates.ts'
import { isBankDay } from '../mexico/holidays.ts'
import { possibleOperatingDays, runningDay, type StpTime } from '../mexico/operating-day.ts'

/** How many operating days back a day that was never compared whole is still looked for. */
const WINDOW_DAYS = 10
/** For how many operating days a settled order may still come back: its day is compared again on each. */
const RETURN_DAYS = 5
/** Days compared at one go: STP answers about 100 queries an hour, and a day takes one for each 1,000 orders. */
const DAYS_AT_ONCE = 12
const CUT = '18:05'

/** A day's row, as far as it decides whether the day is to be compared again. */
export interface DayRow {
  operation_date: Day
  state: 'queued' | 'running' | 'done' | 'failed'
  checked_at: Instant | null
  open_differences: number
}

/** When a day's list is whole: its cut at 18:00 and the time an order may travel. */
function closesAt(day: Day): Temporal.Instant {
  return Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from(CUT) })
    .toInstant()
}

/** The day whose list may still grow: near the cut, the one that is ending. */
function growingDay(time: StpTime): Day {
  return possibleOperatingDays(time)[0] ?? runningDay(time)
}

/** The latest operating days before the one that runs, newest first. */
function daysBefore(time: StpTime, count: number): Day[] {
  const days: Day[] = []
  for (let date = Temporal.PlainDate.from(growingDay(time)); days.length < count; ) {
    date = date.subtract({ days: 1 })
    if (!time.bank_days || isBankDay(date.toString())) days.push(date.toString())
  }
  return days
}

/** Compared whole after its list could no longer grow. */
export function isWhole({
  operation_date,
  checked_at,
}: Pick<DayRow, 'operation_date' | 'checked_at'>): boolean {
  return (
    checked_at !== null &&
    Temporal.Instant.compare(Temporal.Instant.from(checked_at), closesAt(operation_date)) >= 0
  )
}

/** The first day that the daily comparison looks back to. */
export function windowStart(time: StpTime): Day {
  return daysBefore(time, WINDOW_DAYS).at(-1) ?? growingDay(time)
}

/** Nothing is sent or returned on other days, so nothing is asked again on them. */
function isWorkingDay({ now, bank_days }: StpTime): boolean {
  return !bank_days || isBankDay(businessDay(now))
}

/**
 * The operating days to compare now, newest first: those over that were never compared whole or whose last attempt
 * failed; and, once a bank day, those with open differences and those whose settled orders may still come back.
 * `with_orders` are days that hold orders of ours, those without a row however old: none is forgotten.
 */
export function dueDays(time: StpTime, rows: readonly DayRow[], with_orders: readonly Day[]): Day[] {
  const growing = growingDay(time)
  const recent = daysBefore(time, RETURN_DAYS).at(-1) ?? growing
  const known = new Map(rows.map((row) => [row.operation_date, row]))

  const isDue = (day: Day): boolean => {
    const row = known.get(day)
    if (row === undefined) return true
    if (row.state === 'queued' || row.state === 'running') return false
    if (row.state === 'failed' || row.checked_at === null || !isWhole(row)) return true
    const isWatched = row.open_differences > 0 || day >= recent
    return isWatched && isWorkingDay(time) && businessDay(row.checked_at) < businessDay(time.now)
  }

  return [...new Set([...daysBefore(time, WINDOW_DAYS), ...with_orders, ...known.keys()])]
    .filter((day) => day < growing && isDue(day))
    .sort()
    .reverse()
    .slice(0, DAYS_AT_ONCE)
}
