import type { Day } from '@quincena/domain/dates'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { firstValueDate } from '@quincena/domain/payments/rules'
import { dayProblem } from '../../lib/typed-date.ts'

/** The days that a payment's value date may have. */
export interface ValueDates {
  today: Day
  /** The first day that may be typed: for an admin the day of the payout. */
  min: Day
  /** The first day that is not a correction. */
  first: Day
  /** The latest value date of the loan's payments. */
  latest: Day | null
}

/** The possible value dates of a new payment; only an admin may go back beyond the usual days, as a correction. */
export function valueDatesOf(
  { schedules, payments, created_at }: Pick<LoanDetail, 'schedules' | 'payments' | 'created_at'>,
  { today, isAdmin }: { today: Day; isAdmin: boolean },
): ValueDates {
  const start = schedules[0]?.from ?? created_at.slice(0, 10)
  const days = payments.filter(({ reversed_at }) => reversed_at === null).map(({ value_date }) => value_date)
  const latest = days.toSorted().at(-1) ?? null
  const first = firstValueDate({ today, start, latest })
  return { today, min: isAdmin ? start : first, first, latest }
}

/** The Spanish error of a value date; undefined if it is possible. */
export function valueDateError(value: string, { min, today }: ValueDates): string | undefined {
  return value === '' ? 'Escribe la fecha' : dayProblem(value, { min, max: today })
}
