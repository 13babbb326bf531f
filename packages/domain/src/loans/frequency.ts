import { addDays, addMonths, type Day, nextPayDate } from '../dates.ts'

/** How often a loan's installments fall due. */
export const FREQUENCIES = ['monthly', 'semimonthly', 'fourteen_days', 'weekly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Periods of a year: the annual rate divided by it is the rate of one period. */
export const PERIODS_PER_YEAR: Record<Frequency, number> = {
  monthly: 12,
  semimonthly: 24,
  fourteen_days: 26,
  weekly: 52,
}

/** What fixes the due dates. With `first_due` the first period is irregular, and the others follow that day. */
type DueDateTerms = { start: Day; frequency: Frequency; installments: number; first_due?: Day }

/**
 * Returns the due dates of a loan. Monthly ones keep the day of the month, or take the last day of a shorter month;
 * semimonthly ones are the 15th and the last day of the month; the others are 14 or 7 days apart (lending.md §1).
 */
export function dueDates({ start, frequency, installments, first_due }: DueDateTerms): Day[] {
  const anchor = first_due ?? start
  const skipped = first_due === undefined ? 1 : 0
  if (frequency === 'semimonthly') return payDates(first_due ?? nextPayDate(start), installments)
  return Array.from({ length: installments }, (_, index) => {
    const periods = index + skipped
    if (frequency === 'monthly') return addMonths(anchor, periods)
    return addDays(anchor, periods * (frequency === 'weekly' ? 7 : 14))
  })
}

/** `first` and the pay dates after it, `count` in all. */
function payDates(first: Day, count: number): Day[] {
  const days = [first]
  while (days.length < count) days.push(nextPayDate(days.at(-1) ?? first))
  return days
}

/** Number of installments of a credit of some months: 12 quincenas in 6 months. */
export function installmentsOfMonths(months: number, frequency: Frequency): number {
  return Math.round((months * PERIODS_PER_YEAR[frequency]) / 12)
}
