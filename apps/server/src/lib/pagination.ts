import type { FastifyRequest } from 'fastify'
import type { OrderByItemBuilder } from 'kysely'
import { addressOf } from './request.ts'

interface PageAsked {
  page: number
  page_size: number
}

/** Rows to skip and to take. */
export function windowOf({ page, page_size }: PageAsked) {
  return { offset: (page - 1) * page_size, limit: page_size }
}

function pageUrl(request: FastifyRequest, page: number): string {
  const url = new URL(request.url, addressOf(request))
  url.searchParams.set('page', String(page))
  return url.href
}

/** `{count, next, previous, results}` with ready-made URLs. */
export function pageAnswer<Row>(
  request: FastifyRequest,
  asked: PageAsked,
  found: { count: number; rows: Row[] },
) {
  const last = Math.max(1, Math.ceil(found.count / asked.page_size))
  return {
    count: found.count,
    next: asked.page < last ? pageUrl(request, asked.page + 1) : null,
    previous: asked.page > 1 ? pageUrl(request, Math.min(asked.page - 1, last)) : null,
    results: found.rows,
  }
}

/** The rows of these numbers in the order of the numbers; a number without a row is left out. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Splits «-created_at» into column and direction; columns not listed fall back to the first. */
export function orderOf<const Columns extends readonly [string, ...string[]]>(
  ordering: string | undefined,
  columns: Columns,
) {
  const name = ordering?.replace(/^-/, '')
  const column: Columns[number] = columns.find((candidate) => candidate === name) ?? columns[0]
  const direction = ordering === undefined || ordering.startsWith('-') ? ('desc' as const) : ('asc' as const)
  return { column, direction }
}

/** A search text as a LIKE pattern over a `searchable()` column; wildcards that were typed stay literal. */
export function likePattern(search: string): string {
  return `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
}

/** The direction of an order that also names a collation. */
export function inOrder(order: OrderByItemBuilder, direction: 'asc' | 'desc'): OrderByItemBuilder {
  return direction === 'asc' ? order.asc() : order.desc()
}
