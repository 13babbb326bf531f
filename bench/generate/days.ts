import type { Day } from '@quincena/domain/dates'

const DAY_MS = 86_400_000

/** The day as a number of days since 1970-01-01: millions of days are compared and added, and Temporal takes longer. */
export const dayNumber = (day: Day): number => Date.parse(day) / DAY_MS
export const dayText = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The month ends from `from` up to `to`. */
export function monthEnds(from: number, to: number): number[] {
  const first = new Date(from * DAY_MS)
  const ends: number[] = []
  for (let month = 1; ; month += 1) {
    const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 0) / DAY_MS
    if (end > to) return ends
    if (end >= from) ends.push(end)
  }
}

/** The latest 15th or last day of a month up to a day. */
export function payDateBefore(day: number): number {
  const date = new Date(day * DAY_MS)
  const of_month = date.getUTCDate()
  const isLast = new Date((day + 1) * DAY_MS).getUTCDate() === 1
  if (isLast) return day
  return of_month >= 15 ? day - of_month + 15 : day - of_month
}
