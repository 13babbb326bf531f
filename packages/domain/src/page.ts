import { z } from 'zod'
import { day } from './fields.ts'
import { TEXT_LIMITS } from './text-limits.ts'

const DEFAULT_PAGE_SIZE = 5
const MAX_PAGE_SIZE = 200
const MAX_PAGE = 1_000_000

/**
 * Schema of one page of a list. `count` is the number of all rows, exact unless `count_capped`: a free search is counted up
 * to 10,000, and there are more. `next` and `previous` are URLs, null at the ends.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    count: z.int().nonnegative(),
    count_capped: z.literal(true).optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

const pageNumber = z.coerce
  .number('La página debe ser un número')
  .int('La página debe ser un número entero')
  .min(1, 'La página empieza en 1')
  .max(MAX_PAGE, 'La página no puede pasar de 1,000,000')

const pageSize = (usual: number) =>
  z.coerce
    .number('El tamaño de página debe ser un número')
    .int('El tamaño de página debe ser un número entero')
    .min(1, 'El tamaño de página debe ser al menos 1')
    .max(MAX_PAGE_SIZE, `El tamaño de página no puede pasar de ${MAX_PAGE_SIZE}`)
    .default(usual)

/**
 * Schema of a list's query: `page` from 1, `page_size` up to 200, `ordering` by one of `fields` (`-` before it for
 * descending) and a `search` text of up to 100 characters.
 */
export function listQuery<const Field extends string>(
  fields: readonly Field[],
  usual_page_size = DEFAULT_PAGE_SIZE,
) {
  const orderings = fields.flatMap((field) => [field, `-${field}`] as const)
  return z.object({
    page: pageNumber.default(1),
    page_size: pageSize(usual_page_size),
    ordering: z.enum(orderings, 'No se puede ordenar por ese campo').optional(),
    search: z
      .string()
      .trim()
      .max(TEXT_LIMITS.search, `La búsqueda no puede pasar de ${TEXT_LIMITS.search} caracteres`)
      .optional(),
  })
}

/** Query fields of a range of calendar days in Mexico City, both included. */
export const dayRange = { from: day.optional(), to: day.optional() }

/** Refuses a range whose last day is before its first. */
export const inDayOrder = <Query extends z.ZodType<{ from?: string | undefined; to?: string | undefined }>>(
  query: Query,
): Query =>
  query.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'La fecha «hasta» no puede ser anterior a «desde»',
  })

/** Body of every error answer: RFC 9457 `application/problem+json`. `errors` holds the texts for each wrong field. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string(),
})
