import { z } from 'zod'
import { listSearch } from '../../lib/list-search.ts'

/** Search parameters of the list of reconciled days. */
export const reconciliationSearch = listSearch({
  has_differences: z.boolean(),
  in_doubt: z.boolean(),
  from: z.iso.date(),
  to: z.iso.date(),
})
export type ReconciliationSearch = ReturnType<typeof reconciliationSearch>

/** Search parameters of a day: the page of its differences, and whether open or closed ones are shown. */
export const reconciliationDaySearch = listSearch({ open: z.boolean() })
export type ReconciliationDaySearch = ReturnType<typeof reconciliationDaySearch>
