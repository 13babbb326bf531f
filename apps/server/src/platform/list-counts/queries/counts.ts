import type { Day } from '@quincena/domain/dates'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

/** The lists of which the database keeps numbers, and the parts of their keys. */
type CountedList =
  /** type, state */
  | 'loan'
  /** user type, is active, has all documents */
  | 'app_user'
  /** state at STP ('' before the first), purpose; the days are those of creation */
  | 'transfer'
  /** the same by operating day */
  | 'transfer_operation'
  /** of a payment outside STP that is in force what proves it, else '' */
  | 'payment'
  /** bank account, state; the days are those of the lines */
  | 'bank_line'
  /** status, is confirmed by STP, was found in STP's list */
  | 'incoming_payment'
  /** action, subject */
  | 'audit'

/** Rows of a counted list; a part of the key or an end of the days that is missing selects all. */
export interface CountedRows {
  list: CountedList
  /** The values of each part of the key. */
  key?: readonly (readonly string[] | undefined)[]
  /** Not together with days. */
  company_id?: number | undefined
  from?: Day | undefined
  to?: Day | undefined
}

/** The counted rows of a list that is in the order of `at`, an instant or, with `is_day`, a day. */
export interface CountedDays extends CountedRows {
  at: string
  is_day?: true
  /** Query of the rows that the list leaves out of the counted ones, which are few: `day` and `n`, -1. */
  except?: Expression<{ day: string; n: number }>
}

const and = sql` and `

/** Conditions of a number of the list, but for its kind and day. */
function conditionsOf({ list, key = [], company_id = 0 }: CountedRows): RawBuilder<boolean> {
  const parts = key.flatMap((values, index) =>
    values === undefined ? [] : [sql<boolean>`key[${sql.lit(index + 1)}] = any(${values})`],
  )
  return sql.join([sql`list = ${list}`, sql`company_id = ${company_id}`, ...parts], and)
}

function isWithin({ from, to }: CountedRows): RawBuilder<boolean>[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`day >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`day <= ${to}`]),
  ]
}

/** The numbers of the rows that the sweep has moved, and the changes that it has not: `key` and `n`. */
function cellsOf(rows: CountedRows): RawBuilder<unknown> {
  const days = isWithin(rows)
  const changed = rows.company_id === undefined ? 'day' : 'company'
  const moved = changed === 'day' && days.length === 0 ? 'all' : changed
  const where = (kind: string) => sql.join([conditionsOf(rows), sql`kind = ${sql.lit(kind)}`, ...days], and)
  return sql`select key, n from list_count where ${where(moved)}
    union all select key, n from list_count_change where ${where(changed)}`
}

/** SQL of `key` and `count`: the number of rows of each key. */
export function keyCounts(rows: CountedRows): RawBuilder<{ key: string[]; count: number }> {
  return sql`select key, sum(n) as count from (${cellsOf(rows)}) as cell group by key having sum(n) <> 0`
}

/** The number of rows, exact at this moment, without reading them. */
export async function countListed(db: Db, rows: CountedRows): Promise<number> {
  const answer = await sql<{ count: number }>`
    select coalesce(sum(n), 0) as count from (${cellsOf(rows)}) as cell`.execute(db)
  return answer.rows[0]?.count ?? 0
}

/** The numbers of the days, or of the months, `within` which they are: `day` and `n`. */
function periodsOf(rows: CountedDays, kind: 'day' | 'month', within: readonly RawBuilder<boolean>[]) {
  const day = kind === 'month' ? sql`date_trunc('month', day)::date` : sql`day`
  const where = (stored: string) =>
    sql.join([conditionsOf(rows), sql`kind = ${sql.lit(stored)}`, ...within], and)
  const without = within.length === 0 ? sql`true` : sql.join(within, and)
  const except =
    rows.except === undefined
      ? sql``
      : sql` union all select ${day}, n from (${rows.except}) as excepted where ${without}`
  return sql`select day, n from list_count where ${where(kind)}
    union all select ${day}, n from list_count_change where ${where('day')}${except}`
}

interface Place {
  direction: 'asc' | 'desc'
  /** How many rows come before. */
  offset: number | RawBuilder<number>
}

/** SQL of the period in which the row at a place is: its `day`, and `rest`, the rows of it that come before. */
function periodAt(periods: RawBuilder<unknown>, { direction, offset }: Place): RawBuilder<unknown> {
  const order = sql`order by day ${sql.raw(direction)}`
  return sql`select day, ${offset}::bigint - (total - n) as rest from (
      select day, n, sum(n) over (${order}) as total
      from (select day, sum(n) as n from (${periods}) as cell group by day) as period
    ) as running where total > ${offset}::bigint ${order} limit 1`
}

/** SQL of the day at a place: by the months first, so that years of days are not added up. */
function dayAt(rows: CountedDays, { direction, offset }: Place): RawBuilder<unknown> {
  const range = isWithin(rows)
  if (range.length > 0) return periodAt(periodsOf(rows, 'day', range), { direction, offset })
  const month = periodAt(periodsOf(rows, 'month', []), { direction, offset })
  const inMonth = sql<boolean>`day between month.day and (month.day + interval '1 month - 1 day')::date`
  const days = periodsOf(rows, 'day', [inMonth])
  const day = periodAt(days, { direction, offset: sql<number>`month.rest` })
  return sql`select start.day, start.rest from (${month}) as month cross join lateral (${day}) as start`
}

/** The day of the row at a place in the order of the days, and its place within that day; undefined behind the last row. */
export async function findDay(
  db: Db,
  rows: CountedDays,
  place: Place,
): Promise<{ day: Day; offset: number } | undefined> {
  const answer = await sql<{ day: Day; rest: number }>`${dayAt(rows, place)}`.execute(db)
  const [start] = answer.rows
  return start && { day: start.day, offset: start.rest }
}
