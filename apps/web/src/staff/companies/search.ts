import { companyQuery } from '@quincena/domain/companies/schema'
import { z } from 'zod'
import { listFields, listSearch } from '../../lib/list-search.ts'

const { id, page_size, search } = listFields

/** Search parameters of the company list. */
export const companyListSearch = listSearch({
  ...{ page_size, search, industry: z.string(), ordering: companyQuery.shape.ordering },
  ...{ from: z.iso.date(), to: z.iso.date() },
  /** The open dialog: a new company, the detail of a company, or its form. */
  nueva: z.literal(true),
  ver: id,
  editar: id,
})
export type CompanyListSearch = ReturnType<typeof companyListSearch>
