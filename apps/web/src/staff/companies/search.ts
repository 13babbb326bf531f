import { companyQuery } from '@quincena/domain/companies/schema'
import { z } from 'zod'

const id = z.int().positive().optional().catch(undefined)

/** What the list of companies keeps in the URL. */
export const companyListSearch = z.object({
  page: id,
  page_size: z
    .union([z.literal(20), z.literal(30), z.literal(40)])
    .optional()
    .catch(undefined),
  search: z.string().optional().catch(undefined),
  industry: z.string().optional().catch(undefined),
  ordering: companyQuery.shape.ordering.catch(undefined),
  /** The dialog that is open: a new company, one to look at, one to edit. */
  nueva: z.literal(true).optional().catch(undefined),
  ver: id,
  editar: id,
})
export type CompanyListSearch = z.infer<typeof companyListSearch>
