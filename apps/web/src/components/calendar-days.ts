import { addDays, type Day } from '@quincena/domain/dates'

export const MONTHS = [
  ...(['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'] as const),
  ...(['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'] as const),
] as const

/** Weeks begin on Sunday, as they do on a calendar in Mexico. */
export const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const

const weekdayOf = (day: Day) => Temporal.PlainDate.from(day).dayOfWeek % 7
const sixWeeks = [0, 1, 2, 3, 4, 5] as const

/** The six weeks that show a day's month, whole. */
export function weeksAround(day: Day): Day[][] {
  const first = Temporal.PlainDate.from(day).with({ day: 1 }).toString()
  const start = addDays(first, -weekdayOf(first))
  return sixWeeks.map((week) => WEEKDAYS.map((_, weekday) => addDays(start, 7 * week + weekday)))
}

/** The same day of another month, or that month's last. */
export function inMonth(day: Day, change: { year?: number; month?: number }): Day {
  return Temporal.PlainDate.from(day).with(change).toString()
}

export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

const steps: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/** Where a key leads from a day; null where it leads nowhere. */
export function dayAfterKey(day: Day, key: string): Day | null {
  return steps[key]?.(day) ?? null
}
