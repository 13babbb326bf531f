import { z } from 'zod'
import { id } from '../fields.ts'
import { loanSituation, loanType } from '../loans/schema.ts'

/** Minimum number of characters of a search: the database uses a trigram index. */
export const SEARCH_LEAST = 3

/** Query of `GET /search`. */
export const quickSearchQuery = z.object({
  search: z
    .string('Escribe qué buscar')
    .trim()
    .min(SEARCH_LEAST, `Escribe al menos ${SEARCH_LEAST} caracteres`)
    .max(100, 'La búsqueda no puede pasar de 100 caracteres'),
})

/** The groups of results of a search. */
export const SEARCH_KINDS = ['people', 'loans', 'companies', 'orders'] as const

/** Results of the staff app's search: a few of each kind; `more` lists the kinds that have further results. */
export const quickSearchAnswer = z.object({
  people: z.array(z.object({ id, name: z.string(), email: z.string(), company_name: z.string().nullable() })),
  loans: z.array(
    z.object({ id, type: loanType, folio: z.string(), situation: loanSituation, name: z.string() }),
  ),
  companies: z.array(z.object({ id, key: z.string(), name: z.string() })),
  orders: z.array(z.object({ id, tracking_key: z.string(), folio: z.string() })),
  more: z.array(z.enum(SEARCH_KINDS)),
})
export type QuickSearchAnswer = z.infer<typeof quickSearchAnswer>
