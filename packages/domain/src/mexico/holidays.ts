import { addDays, type Day, localClockMs, weekdayOf } from '../dates.ts'

const FIXED = ['01-01', '05-01', '09-16', '11-02', '12-12', '12-25']
const MONDAY = 1
const CUT_HOUR = 18
const HOUR_MS = 3_600_000

/** Returns Easter Sunday of a year (anonymous Gregorian computus). */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return `${year}-0${Math.floor(f / 31)}-${String((f % 31) + 1).padStart(2, '0')}`
}

/** Returns the nth Monday of a month. */
function monday(year: number, month: number, nth: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return addDays(first, ((MONDAY - weekdayOf(first) + 7) % 7) + 7 * (nth - 1))
}

const holidaysOf = new Map<number, readonly Day[]>()

/** The bank holidays of a year, computed once: late days are counted for every loan. */
function bankHolidays(year: number): readonly Day[] {
  const known = holidaysOf.get(year) ?? listBankHolidays(year)
  holidaysOf.set(year, known)
  return known
}

/**
 * Returns the bank holidays of a year, without weekends. Source: the CNBV's yearly list (the days of the LFT's article
 * 74, Thursday and Friday of Holy Week, 2 November, 12 December; 1 October when a president takes office).
 */
function listBankHolidays(year: number): Day[] {
  const sunday = easter(year)
  return [
    ...FIXED.map((day) => `${year}-${day}`),
    monday(year, 2, 1),
    monday(year, 3, 3),
    monday(year, 11, 3),
    addDays(sunday, -3),
    addDays(sunday, -2),
    ...(year >= 2024 && (year - 2024) % 6 === 0 ? [`${year}-10-01`] : []),
  ].sort()
}

/** True on a day when banks open: Monday to Friday, bank holidays excluded. */
export function isBankDay(day: Day): boolean {
  return weekdayOf(day) < 6 && !bankHolidays(Number(day.slice(0, 4))).includes(day)
}

/** Returns the first bank day on or after a day. */
export function bankDayFrom(day: Day): Day {
  let date = day
  while (!isBankDay(date)) date = addDays(date, 1)
  return date
}

/** Adds bank days to a day; the day itself does not count. A count of 0 returns the day unchanged. */
export function addBankDays(day: Day, count: number): Day {
  let result = day
  for (let left = count; left > 0; left -= 1) result = bankDayFrom(addDays(result, 1))
  return result
}

/** Returns SPEI's operating day at an instant. From 18:00 in Mexico City it is the next bank day. */
export function operatingDay(instant: Temporal.Instant | string): Day {
  // Six hours after the cut a day begins: from there on the day of the clock is the next one.
  const untilMidnight_ms = (24 - CUT_HOUR) * HOUR_MS
  return bankDayFrom(new Date(localClockMs(instant) + untilMidnight_ms).toISOString().slice(0, 10))
}
