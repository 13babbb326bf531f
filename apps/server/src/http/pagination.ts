import { addDays, startOfDay } from '@quincena/domain/dates'
import { hasTrigram, type SearchTerms } from '@quincena/domain/search/terms'
import type { FastifyRequest } from 'fastify'
import { type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../db/types.ts'
import { addressOf } from './address.ts'

interface PageRequest {
  page: number
  page_size: number
}

type ListRequest = Pick<FastifyRequest, 'url' | 'protocol' | 'host'> & { query: PageRequest }

/** The SQL offset and limit of a page; pages count from 1. */
export function windowOf({ page, page_size }: PageRequest) {
  return { offset: (page - 1) * page_size, limit: page_size }
}

/** How far a free search goes. A test sets less, so that a small database has searches of each kind. */
export const searchLimits = {
  /** So many hits are counted. */
  count: 10_000,
  /** So many rows of a list are read in its order, to find a page of frequent hits. */
  walk: 20_000,
  /** So many hits may come before such a page. */
  nearby: 1000,
  /** Comparing so many rows with a search takes less than reading the rows of everybody whom a frequent name means. */
  compared: 10_000,
}

/** The number of rows of a list; with `count_capped` there are more. */
export interface ListCount {
  count: number
  count_capped?: true
}

/** A number of rows that were counted up to one more than the limit. */
function cappedCount(count: number): ListCount {
  return count > searchLimits.count ? { count: searchLimits.count, count_capped: true } : { count }
}

/** Counts the rows of a query up to the limit of a search, and reads no more of them. */
export async function countCapped<Tables, Table extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<ListCount> {
  const hits = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(searchLimits.count + 1)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${hits}) as hits`.execute(db)
  return cappedCount(rows[0]?.count ?? 0)
}

/** The number of rows of a query, whatever it selects and in whatever order. */
export async function countRows<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const countQuery = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'))
  const { count } = await countQuery.$castTo<{ count: number }>().executeTakeFirstOrThrow()
  return count
}

/** Reads one page of a query's rows, and the number of all of them; `counted` has as many and is less work to count. */
export async function readPage<
  Tables,
  Table extends keyof Tables,
  Row,
  Other,
  OtherTable extends keyof Other,
>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  input: PageRequest,
  counted?: SelectQueryBuilder<Other, OtherTable, object>,
) {
  const { limit, offset } = windowOf(input)
  const count = await (counted === undefined ? countRows(query) : countRows(counted))
  return { count, rows: await query.limit(limit).offset(offset).execute() }
}

function pageUrl(request: ListRequest, page: number): string {
  const url = new URL(request.url, addressOf(request))
  url.searchParams.set('page', String(page))
  return url.href
}

/**
 * Builds the list answer `{count, next, previous, results}`. `next` and `previous` are absolute URLs, or null; beyond
 * the last page `previous` is the last page. Of a count that was capped, the last page is the last counted one.
 */
export function pageAnswer<Row>(request: ListRequest, list: ListCount & { rows: Row[] }) {
  const { query } = request
  const last = Math.max(1, Math.ceil(list.count / query.page_size))
  return {
    count: list.count,
    ...(list.count_capped && { count_capped: list.count_capped }),
    next: query.page < last ? pageUrl(request, query.page + 1) : null,
    previous: query.page > 1 ? pageUrl(request, Math.min(query.page - 1, last)) : null,
    results: list.rows,
  }
}

/** Sorts rows into the order of the ids. An id without a row is left out. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Splits an ordering such as `-created_at` into column and direction. An unknown column falls back to the first of
 * `columns`; no ordering at all means the first column, descending.
 */
export function orderOf<const Columns extends readonly [string, ...string[]]>(
  ordering: string | undefined,
  columns: Columns,
) {
  const name = ordering?.replace(/^-/, '')
  const column: Columns[number] = columns.find((candidate) => candidate === name) ?? columns[0]
  const direction = ordering === undefined || ordering.startsWith('-') ? ('desc' as const) : ('asc' as const)
  return { column, direction }
}

/** The ordering of a column and a direction, which `orderOf` splits. */
export const orderingOf = <Column extends string>(column: Column, direction: 'asc' | 'desc') =>
  direction === 'asc' ? column : (`-${column}` as const)

/** Makes a LIKE pattern for a `searchable()` column from a search text. Typed wildcards (`%`, `_`) match literally. */
export function likePattern(search: string): string {
  return `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * True if a `searchable()` text contains a word. A word without three letters or digits in a row must begin a word of the
 * text: no index finds it elsewhere, and it would be nearly everywhere.
 */
export function hasWord(text: RawBuilder<string>, word: string): RawBuilder<boolean> {
  const pattern = likePattern(word)
  if (hasTrigram(word) || word.trim() === '') return sql<boolean>`${text} like searchable(${pattern})`
  const beginning = pattern.slice(1)
  return sql<boolean>`(${text} like searchable(${beginning}) or ${text} like searchable(${`% ${beginning}`}))`
}

const hasLetterOrDigit = (word: string) => /[\p{L}\p{N}]/u.test(word)

/**
 * True if a `searchable()` text contains each word of a search, in any order. A search for nothing but signs finds
 * nothing.
 */
export function hasWords(
  text: RawBuilder<string>,
  { words }: Pick<SearchTerms, 'words'>,
): RawBuilder<boolean> {
  const isOfSigns = words.some((word) => word !== '') && !words.some(hasLetterOrDigit)
  if (isOfSigns) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(
    words.map((word) => hasWord(text, word)),
    sql` and `,
  )})`
}

/** A range of calendar days in Mexico City, both included; without an end it is open there. */
interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** True for a row that was created in a range of days. `table` is a name or alias. */
export function createdWithin(table: string, { from, to }: DayRange): RawBuilder<boolean> {
  const created_at = sql.ref(`${table}.created_at`)
  const ends = [
    ...(from === undefined ? [] : [sql`${created_at} >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql`${created_at} < ${startOfDay(addDays(to, 1))}`]),
  ]
  return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`
}

/** A search for an amount as screens write it, `$1,234.50`, as the searched text has it, `1234.50`; other texts as they are. */
export function plainAmount(search: string): string {
  const text = search.trim()
  return /^\$?\s*[\d,]+(\.\d+)?$/.test(text) ? text.replaceAll(/[$,\s]/g, '') : search
}

/** Applies a direction to an order-by item that also sets a collation. */
export function inOrder(order: OrderByItemBuilder, direction: 'asc' | 'desc'): OrderByItemBuilder {
  return direction === 'asc' ? order.asc() : order.desc()
}
