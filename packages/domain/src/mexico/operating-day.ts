import { type Day, localTime } from '../dates.ts'

/** SPEI closes for new orders: what comes later belongs to the next bank day. */
const CUT_HOUR = 18
/** How far apart our clock and STP's may be, and how long an order may travel. */
const CUT_MARGIN = { minutes: 5 }
const SATURDAY = 6
const MONDAY = 1
/** The federal executive changes on 1 October every six years; 2024 was one of them. */
const CHANGE_OF_POWER = { first: 2024, every: 6 }

const FIXED_HOLIDAYS = ['01-01', '05-01', '09-16', '11-02', '12-12', '12-25']

/** Month and which Monday of it: 5 February, 21 March and 20 November are kept on these. */
const MONDAY_HOLIDAYS = [
  { month: 2, which: 1 },
  { month: 3, which: 3 },
  { month: 11, which: 3 },
]

/** Easter Sunday of a year, by the Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const leaps = Math.floor(century / 4)
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leaps - moonShift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * correction + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 })
}

function isMondayHoliday(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek !== MONDAY) return false
  const which = Math.ceil(date.day / 7)
  return MONDAY_HOLIDAYS.some((holiday) => holiday.month === date.month && holiday.which === which)
}

function isChangeOfPower(date: Temporal.PlainDate): boolean {
  const { first, every } = CHANGE_OF_POWER
  return date.month === 10 && date.day === 1 && (date.year - first) % every === 0
}

/** Thursday and Friday of Holy Week. */
function isHolyDay(date: Temporal.PlainDate): boolean {
  const days = date.until(easterSunday(date.year), { largestUnit: 'days' }).days
  return days === 2 || days === 3
}

/** A day on which banks open. Source: the CNBV's yearly calendar of bank holidays. */
export function isBankDay(day: Day): boolean {
  const date = Temporal.PlainDate.from(day)
  if (date.dayOfWeek >= SATURDAY || FIXED_HOLIDAYS.includes(day.slice(5))) return false
  return !isMondayHoliday(date) && !isHolyDay(date) && !isChangeOfPower(date)
}

/** The operating day that STP files an order under: after 18:00 in Mexico City, the next bank day. */
export function operatingDay(instant: Temporal.Instant | string): Day {
  const local = localTime(instant)
  let date = local.toPlainDate()
  if (local.hour >= CUT_HOUR) date = date.add({ days: 1 })
  while (!isBankDay(date.toString())) date = date.add({ days: 1 })
  return date.toString()
}

/** The days that an order sent at an instant may be under: two within five minutes of the cut. */
export function possibleOperatingDays(instant: Temporal.Instant | string): Day[] {
  const at = Temporal.Instant.from(instant.toString())
  return [...new Set([operatingDay(at.subtract(CUT_MARGIN)), operatingDay(at.add(CUT_MARGIN))])]
}
