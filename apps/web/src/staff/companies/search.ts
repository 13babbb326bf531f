import { companyQuery } from '@quincena/domain/companies/schema'
import { z } from 'zod'

const id = z.int().positive().optional().catch(undefined)

/** Search parameters of the company list. */
export const companyListSearch = z.object({
  page: id,
  page_size: z
    .union([z.literal(20), z.literal(30), z.literal(40)])
    .optional()
    .catch(undefined),
  search: z.string().optional().catch(undefined),
  industry: z.string().optional().catch(undefined),
  ordering: companyQuery.shape.ordering.catch(undefined),
  /** The open dialog: a new company, the detail of a company, or its form. */
  nueva: z.literal(true).optional().catch(undefined),
  ver: id,
  editar: id,
})
export type CompanyListSearch = z.infer<typeof companyListSearch>
