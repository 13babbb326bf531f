import { MOVING_TRANSFERS } from '@quincena/domain/transfers/rules'
import { OPEN_REFUND_STATES, refundState } from '@quincena/domain/worker-balances/rules'
import type { Refund, refundQuery } from '@quincena/domain/worker-balances/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { inOrderOf, orderOf, readPage } from '../../../http/pagination.ts'
import { matchesPerson } from '../../../people/users/queries/matching-people.ts'
import { isTransferIn, needsReview } from '../../transfers/queries/transfer-predicates.ts'

const ACTION = 'refund.release'
const orderId = sql<number>`(approval.result ->> 'transfer_id')::bigint`

/** True if a refund's order has no outcome yet, for the table `transfer`. */
const isUnderWay = sql<boolean>`(${isTransferIn('transfer', MOVING_TRANSFERS)} or ${needsReview('transfer')})`

const requests = (db: Db | Trx) => db.selectFrom('approval').where('approval.action', '=', ACTION)

/** The refunds that were requested and are not decided. */
const requested = (db: Db | Trx) => requests(db).where('approval.state', '=', 'open')

/** The refunds that somebody released and whose orders have no outcome yet. */
const underWay = (db: Db | Trx) =>
  db
    .selectFrom('transfer')
    .innerJoin('approval', (join) =>
      join
        .on(orderId, '=', sql.ref('transfer.id'))
        .on('approval.action', '=', ACTION)
        .on('approval.state', '=', 'approved'),
    )
    .where('transfer.purpose', '=', 'refund')
    .where(isUnderWay)

function refundRows(db: Db | Trx, ids: readonly number[]) {
  return db
    .selectFrom('approval')
    .innerJoin('user_summary as worker', 'worker.id', 'approval.subject_id')
    .innerJoin('user_summary as requester', 'requester.id', 'approval.requested_by')
    .leftJoin('user_summary as decider', 'decider.id', 'approval.decided_by')
    .leftJoin('transfer', (join) => join.on('transfer.id', '=', orderId))
    .select(['approval.id', 'approval.subject_id as user', 'worker.name as worker'])
    .select(['approval.amount_cents as amount', 'approval.state as approval_state'])
    .select(['approval.requested_at', 'approval.decided_at', 'approval.reason'])
    .select(['requester.name as requester', 'decider.name as decider'])
    .select(sql<boolean>`approval.requested_by = approval.subject_id`.as('by_worker'))
    .select(sql<string>`approval.payload ->> 'account_last4'`.as('account_last4'))
    .select(['transfer.id as transfer', 'transfer.status', 'transfer.state', 'transfer.contested_at'])
    .select(['transfer.held_reason', 'transfer.ts_liquidation', 'transfer.sent_at'])
    .where('approval.id', 'in', ids)
}

type Row = Awaited<ReturnType<ReturnType<typeof refundRows>['execute']>>[number]

/** A refund as the API has it. Workers see no names of staff and not why the order waits. */
function present({ approval_state, status, contested_at, ...row }: Row, actor: Actor): Refund {
  const { state: outcome, ts_liquidation, sent_at, ...facts } = row
  const order = status === null ? null : { status, state: outcome, is_contested: contested_at !== null }
  const state = refundState(approval_state, order)
  const staff = isStaff(actor)
  return {
    ...facts,
    ...{ amount: row.amount ?? 0, state },
    requester: staff ? row.requester : null,
    decider: staff ? row.decider : null,
    held_reason: staff && status === 'pending' ? row.held_reason : null,
    settled_at: state === 'paid' ? (ts_liquidation ?? sent_at) : null,
  }
}

/** The refunds with these ids, in their order, as the user may see them. */
async function refundsOf(db: Db | Trx, actor: Actor, ids: readonly number[]): Promise<Refund[]> {
  if (ids.length === 0) return []
  const rows = await refundRows(db, ids).execute()
  return inOrderOf(
    ids,
    rows.map((row) => present(row, actor)),
  )
}

/** One page of refunds for staff, newest first; `search` is for the worker. */
export async function listRefunds(db: Db, actor: Actor, input: z.output<typeof refundQuery>) {
  const { state, user__id, search } = input
  const { direction } = orderOf(input.ordering, ['requested_at'])
  const open = requested(db).select('approval.id').unionAll(underWay(db).select('approval.id'))
  const matching = requests(db)
    .$if(state === 'open', (all) => all.where('approval.id', 'in', open))
    .$if(state === 'done', (all) => all.where('approval.id', 'not in', open))
    .$if(user__id !== undefined, (all) =>
      all.where('approval.subject', '=', 'user').where('approval.subject_id', '=', user__id ?? 0),
    )
    .$if(search !== undefined && search !== '', (all) =>
      all.where('approval.subject', '=', 'user').where('approval.subject_id', 'in', (eb) =>
        eb
          .selectFrom('app_user')
          .select('id')
          .where(matchesPerson('app_user', search ?? '')),
      ),
    )
  const page = matching
    .select('approval.id')
    .orderBy('approval.requested_at', direction)
    .orderBy('approval.id', direction)
  const { count, rows } = await readPage(page, input)
  return {
    count,
    rows: await refundsOf(
      db,
      actor,
      rows.map(({ id }) => id),
    ),
  }
}

/** The newest refund of a worker, as the user may see it; null if there was none. */
export async function findNewestRefund(db: Db | Trx, actor: Actor, user_id: number): Promise<Refund | null> {
  const newest = await requests(db)
    .where('approval.subject', '=', 'user')
    .where('approval.subject_id', '=', user_id)
    .select('approval.id')
    .orderBy('approval.requested_at', 'desc')
    .orderBy('approval.id', 'desc')
    .limit(1)
    .execute()
  const [refund] = await refundsOf(
    db,
    actor,
    newest.map(({ id }) => id),
  )
  return refund ?? null
}

/** The refunds of these workers that have no outcome yet; each worker has at most one. */
export async function openRefundsOf(
  db: Db | Trx,
  actor: Actor,
  user_ids: readonly number[],
): Promise<Refund[]> {
  if (user_ids.length === 0) return []
  const waiting = requested(db).where('approval.subject_id', 'in', user_ids).select('approval.id')
  const sent = underWay(db).where('transfer.user_id', 'in', user_ids).select('approval.id')
  const ids = (await waiting.unionAll(sent).execute()).map(({ id }) => id)
  const refunds = await refundsOf(db, actor, ids)
  return refunds.filter(({ state }) => OPEN_REFUND_STATES.some((open) => open === state))
}

const total = {
  count: sql<number>`count(*)::int`.as('count'),
  ofRequests: sql<number>`coalesce(sum(approval.amount_cents), 0)::bigint`.as('amount'),
}

/** Number and centavos of the refunds that wait for a second person, and of those on their way. */
export async function sumOpenRefunds(db: Db) {
  const [waiting, sending] = await Promise.all([
    requested(db).select([total.count, total.ofRequests]).executeTakeFirstOrThrow(),
    underWay(db).select([total.count, total.ofRequests]).executeTakeFirstOrThrow(),
  ])
  return { requested: waiting, sending }
}
