import { addDays, type Day } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'

/** The heading of a day's notifications: «Hoy», «Ayer» or its date, with the year if it is another one. */
export function dayName(day: Day, now: Day): string {
  if (day === now) return 'Hoy'
  if (addDays(day, 1) === now) return 'Ayer'
  return formatLongDate(day, { withYear: day.slice(0, 4) !== now.slice(0, 4) })
}
