import { z } from 'zod'

const page = z.int().positive().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

/** What the list of reconciled days keeps in the URL. */
export const reconciliationSearch = z.object({
  page,
  has_differences: z.boolean().optional().catch(undefined),
  from: day,
  to: day,
})
export type ReconciliationSearch = z.infer<typeof reconciliationSearch>

/** What a day keeps in the URL: the page of its differences, and which of them. */
export const reconciliationDaySearch = z.object({ page, open: z.boolean().optional().catch(undefined) })
export type ReconciliationDaySearch = z.infer<typeof reconciliationDaySearch>
