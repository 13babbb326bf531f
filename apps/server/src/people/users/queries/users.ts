import type { Day } from '@quincena/domain/dates'
import { maskedEnd } from '@quincena/domain/masking'
import { GENERIC_RFCS } from '@quincena/domain/mexico/rfc'
import type { takenQuery, UserDetail, UserListItem, userQuery } from '@quincena/domain/users/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import {
  countRows,
  createdWithin,
  inOrderOf,
  type ListCount,
  orderingOf,
  orderOf,
} from '../../../http/pagination.ts'
import { type CountedRows, countListed } from '../../../platform/list-counts/queries/counts.ts'
import { findRows, type SearchedList } from '../../../platform/list-counts/queries/found-rows.ts'
import { type Direction, readIds, readPart, takePart } from '../../../platform/list-counts/queries/pages.ts'
import { getUser, type ListedUser, presentUsers, userRows } from '../../accounts/queries.ts'
import { listUnconfirmed, unconfirmedIds } from '../../worker-changes/queries.ts'
import { matchesPerson } from './matching-people.ts'

const names = new Set<string>(['first_name', 'last_name'])
const orderings = [
  'created_at',
  'date_joined',
  'first_name',
  'last_name',
  'email',
  'key',
  'user_type',
] as const

type UsersQuery = z.output<typeof userQuery>
/** The filters and the order of a user list, without the page. */
export type UserFilters = Omit<UsersQuery, 'page' | 'page_size'>

function matchingUsers(db: Db, input: UserFilters) {
  const { search, user_type, company, has_all_documents, is_active = true, is_unconfirmed } = input
  return db
    .selectFrom('app_user')
    .where('is_active', '=', is_active)
    .where(createdWithin('app_user', input))
    .$if(search !== undefined && search !== '', (all) => all.where(matchesPerson('app_user', search ?? '')))
    .$if(user_type !== undefined, (all) => all.where('user_type', '=', user_type ?? 'U2'))
    .$if(company !== undefined, (all) => all.where('company_id', '=', company ?? 0))
    .$if(has_all_documents !== undefined, (all) =>
      all.where('user_type', '=', 'U2').where('has_all_documents', '=', has_all_documents === true),
    )
    .$if(is_unconfirmed !== undefined, (all) =>
      all.where('id', is_unconfirmed === true ? 'in' : 'not in', unconfirmedIds(db)),
    )
}

type Column = (typeof orderings)[number]

/** What a list is sorted by, before the id, in a table of users. */
function placeOf(table: 'app_user' | 'u', column: Column) {
  const name = sql.ref(`${table}.${column === 'date_joined' ? 'created_at' : column}`)
  return names.has(column) ? sql`${name} collate "es-x-icu"` : name
}

function orderBy(table: 'app_user' | 'u', column: Column, direction: Direction) {
  const to = sql.raw(direction)
  return sql`${placeOf(table, column)} ${to}, ${sql.ref(`${table}.id`)} ${to}`
}

/** All matching users, in the requested order. */
function sortedUsers(db: Db, input: UserFilters) {
  const { column, direction } = orderOf(input.ordering, orderings)
  return matchingUsers(db, input).orderBy(orderBy('app_user', column, direction))
}

/** Query for the ids of all matching users, in the requested order. */
export const userIds = (db: Db, input: UserFilters) => sortedUsers(db, input).select('app_user.id')

function searchedUsers(db: Db, input: UserFilters, search: string): SearchedList {
  const { column, direction } = orderOf(input.ordering, orderings)
  const place = placeOf('app_user', column).as('place')
  const all = sortedUsers(db, { ...input, search: undefined })
  return {
    ...{ alias: 'app_user', direction, isHit: matchesPerson('app_user', search) },
    hits: sql`${matchingUsers(db, input).select(['app_user.id', place])}`,
    list: sql`${all.selectAll('app_user').select(place)}`,
    ids: sql`${userIds(db, input)}`,
  }
}

/** The users of the filters as the kept numbers know them; undefined if only the users themselves tell. */
function countedUsers(input: UserFilters): CountedRows | undefined {
  const { search, user_type, company, has_all_documents, is_active = true, from, to } = input
  if (search || (company !== undefined && (from ?? to) !== undefined)) return undefined
  const types = ['U0', 'U1', 'U2'].filter(
    (type) => (user_type ?? type) === type && (has_all_documents === undefined || type === 'U2'),
  )
  const documents = has_all_documents === undefined ? undefined : [String(has_all_documents)]
  return { list: 'app_user', key: [types, [String(is_active)], documents], company_id: company, from, to }
}

/** The exact number of users of the filters, which have no search. */
async function countUsers(db: Db, input: UserFilters): Promise<ListCount> {
  const { is_unconfirmed, ...others } = input
  const users = countedUsers(input)
  if (users === undefined) return { count: await countRows(matchingUsers(db, input)) }
  if (is_unconfirmed === undefined) return { count: await countListed(db, users) }
  // Those that another person has to confirm are few; the others are all but these.
  const unconfirmed = await countRows(matchingUsers(db, { ...others, is_unconfirmed: true }))
  if (is_unconfirmed) return { count: unconfirmed }
  // One who came between the two counts must not make it negative.
  return { count: Math.max(0, (await countListed(db, users)) - unconfirmed) }
}

/** The kept days of the listed users; undefined where none are kept. */
function userDays(input: UserFilters) {
  const isWhole = input.company === undefined && input.is_unconfirmed === undefined
  const users = isWhole ? countedUsers(input) : undefined
  return users && { ...users, at: 'app_user.created_at' }
}

function masked(user: ListedUser): ListedUser {
  const { curp, debit_card_number, bank_account_number } = user
  return {
    ...user,
    curp: curp && maskedEnd(curp),
    debit_card_number: debit_card_number && maskedEnd(debit_card_number),
    bank_account_number: bank_account_number && maskedEnd(bank_account_number),
  }
}

async function listFound(db: Db, input: UsersQuery, search: string) {
  const { ids, count, count_capped } = await findRows(db, input, searchedUsers(db, input, search))
  const rows = ids.length === 0 ? [] : await userRows(db, ids).execute()
  return { count, ...(count_capped && { count_capped }), rows: inOrderOf(ids, rows) }
}

async function listKept(db: Db, input: UsersQuery) {
  const counts = await countUsers(db, input)
  const { column, direction } = orderOf(input.ordering, orderings)
  const isByDay = column === 'created_at' || column === 'date_joined'
  const days = isByDay ? userDays(input) : undefined
  const rows = await readPart(db, { ...input, ...counts, direction, days }, async (part) => {
    const ordered = { ...input, ordering: orderingOf(column, part.direction) }
    const ids = await readIds(db, { part, ids: takePart(userIds(db, ordered), part) })
    return userRows(db, ids)
      .orderBy(orderBy('u', column, part.direction))
      .execute()
  })
  return { ...counts, rows }
}

/**
 * One page of users, with the exact number of all, but for a search that finds too many; deactivated users only with
 * `is_active` false.
 */
export async function listUsers(db: Db, input: UsersQuery): Promise<ListCount & { rows: UserListItem[] }> {
  const { rows, ...counts } = await (input.search ? listFound(db, input, input.search) : listKept(db, input))
  const users = presentUsers(rows)
  return {
    ...counts,
    rows: users.map((user) => ({ ...masked(user), is_unconfirmed: user.has_open_changes })),
  }
}

/** A user as `getUser` returns them; staff also read what another person has to confirm. */
export async function getUserDetail(
  db: Db,
  context: CommandContext,
  { id, today }: { id: number; today: Day },
): Promise<UserDetail> {
  const user = await getUser(db, context, { id, today })
  if (!isStaff(context.user)) return user
  const unconfirmed_changes = user.has_open_changes ? await listUnconfirmed(db, id) : []
  return { ...user, unconfirmed_changes }
}

/** True if a user has that value; a key is checked in `company` and an account number in `bank`, if they are given. */
export async function isTaken(
  db: Db,
  { field, value, company, bank }: z.output<typeof takenQuery>,
): Promise<boolean> {
  const normalizedValue = field === 'email' ? value.toLowerCase() : value.toUpperCase()
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where(field, '=', normalizedValue)
    .$if(field === 'key' && company !== undefined, (all) => all.where('company_id', '=', company ?? 0))
    // Generic RFCs may be shared by many users.
    .$if(field === 'rfc', (all) => all.where('rfc', 'not in', GENERIC_RFCS))
    .$if(field === 'bank_account_number' && bank !== undefined, (all) => all.where('bank', '=', bank ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
