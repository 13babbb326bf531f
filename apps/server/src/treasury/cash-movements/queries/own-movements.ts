import type {
  OwnMovement,
  OwnMovementState,
  ownMovementsQuery,
} from '@quincena/domain/treasury/own-movements'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import { likePattern, orderOf, plainAmount, readPage } from '../../../http/pagination.ts'

/** The movement in force that took `m` out of suspense. */
const settledAs = sql<OwnMovement['settled_as']>`(
  select kind from cash_movement as settled
  where settled.settles_id = m.id and settled.reverses_id is null and settled.reversed_at is null)`

const openApproval = sql<number | null>`(
  select approval.id from approval where approval.subject = 'cash_movement' and approval.subject_id = m.id
    and approval.state = 'open' limit 1)`

const stateOf = sql<OwnMovementState>`case
  when m.reversed_at is not null or m.reverses_id is not null then 'reversed'
  when m.kind <> 'unknown' then 'recorded'
  when ${settledAs} is null then 'suspense' else 'settled' end`

function movementRows(db: Db) {
  return db
    .selectFrom('cash_movement as m')
    .leftJoin('user_summary as owner', 'owner.id', 'm.owner_id')
    .leftJoin('user_summary as creator', 'creator.id', 'm.created_by')
    .leftJoin('user_summary as approver', 'approver.id', 'm.approved_by')
    .select(['m.id', 'm.kind', 'm.amount_cents as amount', 'm.operation_date', 'm.tracking_key', 'm.note'])
    .select(['m.created_at', 'm.account', 'm.reversed_at', 'm.file_id as file', 'm.settles_id as settles'])
    .select(['m.incoming_payment_id as incoming_payment', 'm.reverses_id as reverses'])
    .select(['creator.name as recorded_by', 'approver.name as approved_by'])
    .select(['owner.id as owner_id', 'owner.name as owner_name'])
    .select([settledAs.as('settled_as'), openApproval.as('approval'), stateOf.as('state')])
    .select(sql<boolean>`m.stp_order_id is not null`.as('is_listed'))
}

type Row = Awaited<ReturnType<ReturnType<typeof movementRows>['executeTakeFirstOrThrow']>>

const present = ({ owner_id, owner_name, ...row }: Row): OwnMovement => ({
  ...row,
  owner: owner_id === null || owner_name === null ? null : { id: owner_id, name: owner_name },
})

interface ListInput extends z.output<typeof ownMovementsQuery> {
  /** The signed-in user, for those whose owner they are. */
  user_id: number
}

/** Lists the lender's own movements at STP by page, newest first by default. */
export async function listOwnMovements(db: Db, input: ListInput) {
  const { kind, state, owner, search } = input
  let query = movementRows(db)
  if (kind !== undefined) query = query.where('m.kind', '=', kind)
  if (state === 'suspense')
    query = query
      .where('m.kind', '=', 'unknown')
      .where('m.reverses_id', 'is', null)
      .where('m.reversed_at', 'is', null)
  if (state !== undefined) query = query.where(stateOf, '=', state)
  if (owner === 'me') query = query.where('m.owner_id', '=', input.user_id)
  if (owner === 'none') query = query.where('m.owner_id', 'is', null)
  if (search) query = query.where(sql<boolean>`m.search like searchable(${likePattern(plainAmount(search))})`)
  const { column, direction } = orderOf(input.ordering, ['created_at', 'operation_date', 'amount'])
  const by = column === 'amount' ? ('m.amount_cents' as const) : (`m.${column}` as const)
  const { count, rows } = await readPage(query.orderBy(by, direction).orderBy('m.id', direction), input)
  return { count, rows: rows.map(present) }
}

/** Returns one movement. Throws 404 `cash_movement.not_found`. */
export async function getOwnMovement(db: Db, id: number): Promise<OwnMovement> {
  const row = await movementRows(db).where('m.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('cash_movement.not_found', 404)
  return present(row)
}

/** Returns the type of a stored file. Throws 404 `cash_movement.file_unknown`. */
export async function getFileType(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('cash_movement_file')
    .select('media_type')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('cash_movement.file_unknown', 404)
  return row.media_type
}
