import { type RawBuilder, sql } from 'kysely'
import { plannedAnew } from '../../../db/prepare-statements.ts'
import type { Db } from '../../../db/types.ts'
import { type ListCount, searchLimits, windowOf } from '../../../http/pagination.ts'
import { type CountedRows, countListed } from './counts.ts'
import type { Direction } from './pages.ts'

/** SQL of a query; one that Kysely builds comes in parentheses. */
type Query = RawBuilder<unknown>

/** A list that a free search narrows. `place` is the column by which the list is sorted, then by `id`. */
export interface SearchedList {
  /** The name that the conditions have for a row. */
  alias: string
  direction: Direction
  /** Query of hits in any order: `id`, `place`, and what `wanted` and `parts` read. */
  hits: Query
  /** The hits that the pages have; all by default. */
  wanted?: RawBuilder<boolean> | undefined
  /** SQL of a JSON value about all rows of `hits`. */
  parts?: RawBuilder<unknown>
  /** Query of the list without the search, in its order: `id`, `place`, and what `isHit` reads. */
  list: Query
  isHit: RawBuilder<boolean>
  /** Query of the ids of all hits in the list's order. */
  ids: Query
  /** So many hits are counted; `searchLimits.count` by default. */
  most?: number
}

interface Page {
  page: number
  page_size: number
}

/** What a search found: the ids of a page, and `parts` unless there were too many hits. */
export interface Found<Parts> extends ListCount {
  ids: number[]
  parts: Parts | null
}

const anew = sql.raw(plannedAnew)
const orderOfHits = (direction: Direction) =>
  sql`order by place ${sql.raw(direction)}, id ${sql.raw(direction)}`

/** The rows of the page that are among the first `most`. */
function windowWithin(page: Page, most: number) {
  const { limit, offset } = windowOf(page)
  return { offset, limit: Math.max(0, Math.min(limit, most - offset)) }
}

const limitOf = (page: Page, most: number) => {
  const { limit, offset } = windowWithin(page, most)
  return sql`limit ${sql.lit(limit)} offset ${offset}`
}

/** True if the rows, counted by the kept numbers, are so few that each may be compared with a search. */
export const isShort = async (db: Db, rows: CountedRows | undefined): Promise<boolean> =>
  rows !== undefined && (await countListed(db, rows)) <= searchLimits.compared

/**
 * Query of the hits of one query and then those of others that it lacks. A limit ends it early; no row is a hit of two of
 * the `others`.
 */
export function joinHits(first: Query, others: readonly Query[]): Query {
  if (others.length === 0) return first
  const rest = others.map(
    (hits) => sql`union all
    select * from (${hits}) as other where id not in (select id from first_hits)`,
  )
  // Bounded, so that PostgreSQL looks them up in a hash whatever it expects of the search.
  return sql`with first_hits as materialized (select * from (${first}) as hit limit ${sql.lit(searchLimits.count + 1)}) select * from first_hits ${sql.join(rest, sql` `)}`
}

/** Reads the hits, counts them and makes a page of them in one statement, unless they are too many. */
async function readHits<Parts>(db: Db, page: Page, searched: SearchedList) {
  const {
    alias,
    direction,
    hits,
    wanted = sql`true`,
    parts = sql`null`,
    most = searchLimits.count,
  } = searched
  const { rows } = await sql<{ found: number; ids: number[] | null; parts: Parts | null }>`${anew}
    with hits as materialized (select * from (${hits}) as hit limit ${sql.lit(most + 1)})
    select found,
      case when found <= ${sql.lit(most)} then (
        select coalesce(json_agg(id), '[]') from (
          select id from hits as ${sql.ref(alias)} where ${wanted} ${orderOfHits(direction)} ${limitOf(page, most)}) as page)
        end as ids,
      case when found <= ${sql.lit(most)} then ${parts} end as parts
    from (select count(*) as found from hits) as counted`.execute(db)
  return rows[0] ?? { found: 0, ids: [], parts: null }
}

/** Finds a page of frequent hits by reading the list in its order until the page is full. */
async function walkList(db: Db, page: Page, searched: SearchedList) {
  const { alias, direction, list, isHit, most = searchLimits.count } = searched
  const { rows } = await sql<{ id: number }>`${anew}
    select id from (${list} limit ${sql.lit(searchLimits.walk)}) as ${sql.ref(alias)}
    where ${isHit} ${orderOfHits(direction)} ${limitOf(page, most)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds a page among all hits. */
async function sortHits(db: Db, page: Page, { ids, most = searchLimits.count }: SearchedList) {
  const { rows } = await sql<{ id: number }>`${anew} ${ids} ${limitOf(page, most)}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The ids of a page of a search and how many rows match: exact, or with `count_capped` more than `most`. Rare hits are
 * read whole; frequent ones are met soon in the list's own order, but for those that lie close together far behind.
 */
export async function findRows<Parts = null>(
  db: Db,
  page: Page,
  searched: SearchedList,
): Promise<Found<Parts>> {
  const { most = searchLimits.count } = searched
  const { found, ids, parts } = await readHits<Parts>(db, page, searched)
  if (ids !== null) return { count: found, ids, parts }
  const capped = { count: most, count_capped: true, parts: null } as const
  const { offset, limit } = windowWithin(page, most)
  if (limit === 0) return { ...capped, ids: [] }
  const near = offset > searchLimits.nearby ? [] : await walkList(db, page, searched)
  return { ...capped, ids: near.length === limit ? near : await sortHits(db, page, searched) }
}
