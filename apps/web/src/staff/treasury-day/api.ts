import { addDays, type Day } from '@quincena/domain/dates'
import { cashMovement, type MovementSet, treasuryDay, trialBalance } from '@quincena/domain/treasury/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'

/** Loads a day of the account at STP; the day before stays visible while it loads. */
export const dayQuery = (day: Day) =>
  queryOptions({
    ...readQuery(keys.treasury.day(day), treasuryDay, { path: `/treasury/day/${day}` }),
    placeholderData: keepPreviousData,
  })

/** The days of a report, both included. */
export interface Days {
  from: Day
  to: Day
}

/** Loads a page of the movements at STP of some days, all or those of a figure. */
export const movementsQuery = ({
  page,
  set,
  ...days
}: Days & { page: number; set?: MovementSet | undefined }) =>
  pageQuery(keys.treasury.list, cashMovement, {
    path: '/treasury/movements',
    query: { ...days, set, page, page_size: pageSizes[0] },
  })

/** Loads the trial balance of some days. */
export const trialBalanceQuery = (days: Days) =>
  queryOptions({
    ...readQuery(keys.treasury.balance(days), trialBalance, {
      path: '/treasury/trial-balance',
      query: { ...days },
    }),
    placeholderData: keepPreviousData,
  })

/** The first and last day of a day's month. */
export function monthOf(day: Day): Days {
  const from = `${day.slice(0, 8)}01`
  const next = `${addDays(from, 31).slice(0, 8)}01`
  return { from, to: addDays(next, -1) }
}
