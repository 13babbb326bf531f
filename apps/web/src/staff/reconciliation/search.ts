import { z } from 'zod'

const page = z.int().positive().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** Search parameters of the list of reconciled days. */
export const reconciliationSearch = z.object({
  page,
  has_differences: z.boolean().optional().catch(undefined),
  from: day,
  to: day,
})
export type ReconciliationSearch = z.infer<typeof reconciliationSearch>

/** Search parameters of a day: the page of its differences, and whether open or closed ones are shown. */
export const reconciliationDaySearch = z.object({ page, open: z.boolean().optional().catch(undefined) })
export type ReconciliationDaySearch = z.infer<typeof reconciliationDaySearch>
