import { privacyFolio } from '@quincena/domain/privacy-requests/rules'
import type { PrivacyRequest, privacyRequestQuery } from '@quincena/domain/privacy-requests/schema'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../command/context.ts'
import type { Database, Db, Trx } from '../../db/types.ts'
import { orderOf, readPage } from '../../http/pagination.ts'

type Matching = SelectQueryBuilder<Database, 'privacy_request', object>

function shown(matching: Matching) {
  return matching
    .innerJoin('app_user', 'app_user.id', 'privacy_request.user_id')
    .select(['privacy_request.id', 'privacy_right as right', 'detail', 'answer', 'answer_due'])
    .select(['privacy_request.created_at', 'answered_at', 'user_id as user', 'app_user.email as user_email'])
    .select(sql<string>`app_user.first_name || ' ' || app_user.last_name`.as('user_name'))
}

type Row = Omit<PrivacyRequest, 'folio' | 'state'>

const present = (row: Row): PrivacyRequest => ({
  ...row,
  folio: privacyFolio(row.id),
  state: row.answered_at === null ? 'open' : 'answered',
})

/** One request as its sender and staff see it; undefined if there is none. */
export async function findPrivacyRequest(db: Db | Trx, id: number): Promise<PrivacyRequest | undefined> {
  const row = await shown(
    db.selectFrom('privacy_request').where('privacy_request.id', '=', id),
  ).executeTakeFirst()
  return row === undefined ? undefined : present(row)
}

/** One page of requests, newest first by default; workers get only their own. */
export async function listPrivacyRequests(
  db: Db,
  actor: Actor,
  input: z.output<typeof privacyRequestQuery>,
): Promise<{ count: number; rows: PrivacyRequest[] }> {
  const user_id = isStaff(actor) ? input.user__id : (input.user__id ?? actor.id)
  if (!isStaff(actor) && user_id !== actor.id) return { count: 0, rows: [] }
  let matching: Matching = db.selectFrom('privacy_request')
  if (user_id !== undefined) matching = matching.where('user_id', '=', user_id)
  if (input.state !== undefined)
    matching = matching.where('answered_at', input.state === 'open' ? 'is' : 'is not', null)
  const { direction } = orderOf(input.ordering, ['created_at'])
  const ordered = shown(matching)
    .orderBy('privacy_request.created_at', direction)
    .orderBy('privacy_request.id', direction)
  const { count, rows } = await readPage(ordered, input)
  return { count, rows: rows.map(present) }
}
