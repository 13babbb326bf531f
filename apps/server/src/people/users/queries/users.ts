import { maskedEnd } from '@quincena/domain/masking'
import { GENERIC_RFCS } from '@quincena/domain/mexico/rfc'
import type { takenQuery, UserDetail, UserListItem, userQuery } from '@quincena/domain/users/schema'
import type { z } from 'zod'
import { type CommandContext, isStaff } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import { createdWithin, inOrder, orderOf, readPage } from '../../../http/pagination.ts'
import { getUser, type ListedUser, usersOf } from '../../accounts/queries.ts'
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

/** Query for the ids of all matching users, in the requested order. */
export function userIds(db: Db, input: UserFilters) {
  const { column, direction } = orderOf(input.ordering, orderings)
  return matchingUsers(db, input)
    .select('id')
    .orderBy(column === 'date_joined' ? 'created_at' : column, (order) =>
      inOrder(names.has(column) ? order.collate('es-x-icu') : order, direction),
    )
    .orderBy('id', direction)
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

/** One page of users, with at most three queries; deactivated users only with `is_active` false. */
export async function listUsers(db: Db, input: UsersQuery): Promise<{ count: number; rows: UserListItem[] }> {
  const { count, rows } = await readPage(userIds(db, input), input)
  const users = await usersOf(
    db,
    rows.map(({ id }) => id),
  )
  return { count, rows: users.map((user) => ({ ...masked(user), is_unconfirmed: user.has_open_changes })) }
}

/** A user as `getUser` returns them; staff also read what another person has to confirm. */
export async function getUserDetail(
  db: Db,
  context: CommandContext,
  { id }: { id: number },
): Promise<UserDetail> {
  const user = await getUser(db, context, id)
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
