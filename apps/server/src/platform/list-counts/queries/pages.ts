import { addDays, startOfDay } from '@quincena/domain/dates'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { windowOf } from '../../../http/pagination.ts'
import { type CountedDays, findDay } from './counts.ts'

export type Direction = 'asc' | 'desc'

const opposite = { asc: 'desc', desc: 'asc' } as const

/** The page of a list that is read. */
interface Page {
  page: number
  page_size: number
  /** All rows of the list. */
  count: number
  /** The rows behind `count` are not counted, so that the end of the list is not known. */
  count_capped?: true | undefined
  direction: Direction
  /** The counted days of the rows, where the list is in their order. */
  days?: CountedDays | undefined
}

/** The rows of a page as a query reads them: in this direction, `limit` rows after `offset` of those where `within`. */
export interface Part {
  direction: Direction
  limit: number
  offset: number
  within?: RawBuilder<boolean> | undefined
}

/** So many rows are passed over at little cost. */
const nearby = 1000

/** The rows from a day on, in a direction. */
function fromDay({ at, is_day }: CountedDays, day: string, direction: Direction) {
  const column = sql.ref(at)
  if (direction === 'asc') return sql<boolean>`${column} >= ${is_day ? day : startOfDay(day)}`
  return is_day ? sql<boolean>`${column} <= ${day}` : sql<boolean>`${column} < ${startOfDay(addDays(day, 1))}`
}

/** The part from the day in which it begins, so that the rows of all days before are not passed over one by one. */
async function startAtDay(db: Db, part: Part, days: CountedDays | undefined): Promise<Part> {
  const start = days && part.offset > nearby ? await findDay(db, days, part) : undefined
  if (days === undefined || start === undefined) return part
  return { ...part, offset: start.offset, within: fromDay(days, start.day, part.direction) }
}

/**
 * Reads the rows of a numbered page. One that lies deep starts at the day of its first row. A page in the second half is
 * read from the end of the list, backwards, unless rows that come meanwhile would move that end and the days are known.
 * The first page costs nothing more.
 */
export async function readPart<Row>(
  db: Db,
  page: Page,
  read: (part: Part) => Promise<Row[]>,
): Promise<Row[]> {
  const { count, direction } = page
  const { offset, limit } = windowOf(page)
  if (offset >= count) return []
  const size = Math.min(limit, count - offset)
  const isGrowingEnd = direction === 'asc' && page.days !== undefined
  const isFromEnd = page.count_capped !== true && offset > count / 2 && !isGrowingEnd
  const part = isFromEnd
    ? { direction: opposite[direction], offset: count - offset - size, limit }
    : { direction, offset, limit }
  // The limit is part of the statement's text, so it is the same for a last page with fewer rows.
  const rows = (await read(await startAtDay(db, part, page.days))).slice(0, size)
  return isFromEnd ? rows.reverse() : rows
}

/** A query of the ids of a part; `has_range` says that its rows are within days that the caller chose. */
interface PartIds {
  part: Part
  ids: Expression<{ id: number }>
  has_range?: boolean
}

/**
 * The ids of a part. Of a first page their query, for the statement that reads the rows: it is planned once. The plan of a
 * further page and of a range of days depends on their values, so that its ids are read alone, by a statement that is
 * small to plan, and the rows by one that is planned once.
 */
export async function readIds(
  db: Db,
  { part, ids, has_range = false }: PartIds,
): Promise<Expression<{ id: number }> | number[]> {
  if (part.offset === 0 && part.within === undefined && !has_range) return ids
  const { rows } = await sql<{ id: number }>`${ids}`.execute(db)
  return rows.map(({ id }) => id)
}

/** True for a row whose id, in a column, is among those of `readIds`. */
export const isAmong = (column: string, ids: Expression<{ id: number }> | number[]): RawBuilder<boolean> =>
  Array.isArray(ids) ? sql`${sql.ref(column)} = any(${ids})` : sql`${sql.ref(column)} in ${ids}`

/** Restricts a query to the rows of a part; its order is the part's. */
export function takePart<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { within, limit, offset }: Part,
): SelectQueryBuilder<Tables, Table, Row> {
  const rows = within === undefined ? query : query.where(within)
  const part = rows.limit(limit)
  return offset === 0 ? part : part.offset(offset)
}
