import { type Day, localTime } from '../dates.ts'

const FIXED = ['01-01', '05-01', '09-16', '11-02', '12-12', '12-25']
const MONDAY = 1
const CUT_HOUR = 18

/** Returns Easter Sunday of a year (anonymous Gregorian computus). */
function easter(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(f / 31), day: (f % 31) + 1 })
}

/** Returns the nth Monday of a month. */
function monday(year: number, month: number, nth: number): string {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return first.add({ days: ((MONDAY - first.dayOfWeek + 7) % 7) + 7 * (nth - 1) }).toString()
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
    sunday.subtract({ days: 3 }).toString(),
    sunday.subtract({ days: 2 }).toString(),
    ...(year >= 2024 && (year - 2024) % 6 === 0 ? [`${year}-10-01`] : []),
  ].sort()
}

/** True on a day when banks open: Monday to Friday, bank holidays excluded. */
export function isBankDay(day: Day): boolean {
  const date = Temporal.PlainDate.from(day)
  return date.dayOfWeek < 6 && !bankHolidays(date.year).includes(day)
}

/** Returns the first bank day on or after a day. */
export function bankDayFrom(day: Day): Day {
  let date = Temporal.PlainDate.from(day)
  while (!isBankDay(date.toString())) date = date.add({ days: 1 })
  return date.toString()
}

/** Adds bank days to a day; the day itself does not count. A count of 0 returns the day unchanged. */
export function addBankDays(day: Day, count: number): Day {
  let result = day
  for (let left = count; left > 0; left -= 1)
    result = bankDayFrom(Temporal.PlainDate.from(result).add({ days: 1 }).toString())
  return result
}

/** Returns SPEI's operating day at an instant. From 18:00 in Mexico City it is the next bank day. */
export function operatingDay(instant: Temporal.Instant | string): Day {
  const local = localTime(instant)
  const date = local.toPlainDate().add({ days: local.hour >= CUT_HOUR ? 1 : 0 })
  return bankDayFrom(date.toString())
}
