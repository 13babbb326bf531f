import type { Day } from '../dates.ts'
import type { LetterKind, VoidReason } from './schema.ts'

const prefixes: Record<LetterKind, string> = { no_debt: 'CNA', interest: 'CIP' }

/** Formats the folio of a letter: `CNA-000012`, `CIP-000013`. */
export function letterFolio(kind: LetterKind, id: number): string {
  return `${prefixes[kind]}-${String(id).padStart(6, '0')}`
}

/** Why a letter is void, in Spanish. */
export const voidReasonNames: Record<VoidReason, string> = {
  payment_reversed: 'Se anuló un pago del préstamo',
  data_changed: 'Cambiaron sus datos',
  later_day: 'La sustituye una de otro día',
}

/** The first and the last day of a month `YYYY-MM`, or until `today` for the current month. */
export function monthPeriod(month: string, today: Day): { from: Day; to: Day } {
  const from = `${month}-01`
  const days = Temporal.PlainDate.from(from).daysInMonth
  const end = `${month}-${days}`
  return { from, to: end < today ? end : today }
}

/** The months `YYYY-MM` from the day of the payout to `today`, newest first; at most `limit`. */
export function statementMonths(first: Day, today: Day, limit = 60): string[] {
  const months: string[] = []
  let month = Temporal.PlainYearMonth.from(today.slice(0, 7))
  while (month.toString() >= first.slice(0, 7) && months.length < limit) {
    months.push(month.toString())
    month = month.subtract({ months: 1 })
  }
  return months
}

/** The calendar year of `today` and the `count - 1` years before it, newest first. */
export function certificateYears(today: Day, count = 5): number[] {
  return Array.from({ length: count }, (_, index) => Number(today.slice(0, 4)) - index)
}

/**
 * The days of a calendar year until `today`, and whether the year is over; null for a year that has not begun.
 */
export function yearPeriod(year: number, today: Day): { from: Day; to: Day; is_whole: boolean } | null {
  const [from, end] = [`${year}-01-01`, `${year}-12-31`]
  if (from > today) return null
  const is_whole = end < today
  return { from, to: is_whole ? end : today, is_whole }
}
