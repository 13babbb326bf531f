import { isDecider } from '@quincena/domain/approvals/rules'
import type { Approval, ApprovalSummary, approvalQuery } from '@quincena/domain/approvals/schema'
import { commandLineName } from '@quincena/domain/approvals/words'
import { type NotNull, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isAdmin, isStaff } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import type { Database, Db, Trx } from '../../db/types.ts'
import { orderOf, readPage } from '../../http/pagination.ts'

type ApprovalsQuery = z.output<typeof approvalQuery>

/** Active staff by type: the people who can be the second person. */
async function countStaff(db: Db | Trx) {
  const rows = await db
    .selectFrom('user_summary')
    .select((eb) => ['user_type', eb.fn.countAll<number>().as('count')])
    .where('user_type', 'in', ['U0', 'U1'])
    .where('is_active', '=', true)
    .groupBy('user_type')
    .execute()
  const count = (type: 'U0' | 'U1') => rows.find(({ user_type }) => user_type === type)?.count ?? 0
  return { admins: count('U0'), managers: count('U1') }
}

type Staff = Awaited<ReturnType<typeof countStaff>>

/** Who does not decide: the requester, or the person whom a request of the command line concerns. */
const excluded = sql<
  number | null
>`coalesce(requested_by, case approval.subject when 'user' then subject_id end)`

function selectApprovals(db: Db | Trx) {
  return db
    .selectFrom('approval')
    .leftJoin('user_summary as requester', 'requester.id', 'approval.requested_by')
    .leftJoin('user_summary as excluded', (join) => join.on('excluded.id', '=', excluded))
    .leftJoin('user_summary as decider', 'decider.id', 'approval.decided_by')
    .select(['approval.id', 'action', 'subject', 'subject_id', 'state', 'title', 'amount_cents as amount'])
    .select(['person', 'lines', 'requested_by', 'requested_at', 'deciders', 'decided_at', 'reason'])
    .select((eb) => eb.fn.coalesce('requester.name', eb.val(commandLineName)).as('requester'))
    .select(['excluded.user_type', 'excluded.is_active', 'decider.name as decider'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectApprovals>['execute']>>[number]

function present({ user_type, is_active, decider, ...row }: Row, staff: Staff, actor: Actor): Approval {
  const all = row.deciders === 'admin' ? staff.admins : staff.admins + staff.managers
  const isExcludedCounted = is_active === true && user_type !== null && isDecider({ user_type }, row.deciders)
  return {
    ...row,
    deciders_count: isExcludedCounted ? all - 1 : all,
    decider: isStaff(actor) ? decider : null,
  }
}

type Matching = SelectQueryBuilder<Database, 'approval', object>

/** Restricts the approvals to those that the caller may decide: by their role, and not their own. */
function decidableBy(query: Matching, actor: Actor): Matching {
  const others = query.where(sql<boolean>`${excluded} is distinct from ${actor.id}`)
  return isAdmin(actor) ? others : others.where('deciders', '=', 'staff')
}

function matching(db: Db, actor: Actor, { state, action, mine }: ApprovalsQuery): Matching {
  let query: Matching = db.selectFrom('approval')
  if (mine === true || !isStaff(actor)) query = query.where('requested_by', '=', actor.id)
  if (mine === false) query = decidableBy(query, actor)
  if (state === 'decided') query = query.where('approval.state', '<>', 'open')
  else if (state !== undefined) query = query.where('approval.state', '=', state)
  return action === undefined ? query : query.where('approval.action', '=', action)
}

/** One page of approvals, newest first. Workers find only their own requests. */
export async function listApprovals(db: Db, actor: Actor, input: ApprovalsQuery) {
  const { direction } = orderOf(input.ordering, ['requested_at'])
  const ids = matching(db, actor, input).select('approval.id')
  const { count, rows: page } = await readPage(
    ids.orderBy('approval.requested_at', direction).orderBy('approval.id', direction),
    input,
  )
  if (page.length === 0) return { count, rows: [] }
  const staff = await countStaff(db)
  const rows = await selectApprovals(db)
    .where(
      'approval.id',
      'in',
      page.map(({ id }) => id),
    )
    .orderBy('approval.requested_at', direction)
    .orderBy('approval.id', direction)
    .execute()
  return { count, rows: rows.map((row) => present(row, staff, actor)) }
}

/** One approval. Throws `approval.not_found` (404), for a worker also if another user requested it. */
export async function getApproval(db: Db | Trx, actor: Actor, id: number): Promise<Approval> {
  const row = await selectApprovals(db).where('approval.id', '=', id).executeTakeFirst()
  if (row === undefined || (!isStaff(actor) && row.requested_by !== actor.id))
    throw new AppError('approval.not_found', 404)
  return present(row, await countStaff(db), actor)
}

/** The open changes of settings that staff requested; each setting has one at most. */
function findSettingChanges(db: Db) {
  return db
    .selectFrom('approval')
    .innerJoin('user_summary as requester', 'requester.id', 'approval.requested_by')
    .select(['approval.id', 'action', 'requested_by', 'requester.name as requester'])
    .where('subject', '=', 'setting')
    .where('approval.state', '=', 'open')
    .orderBy('approval.id')
    .$narrowType<{ requested_by: NotNull }>()
    .execute()
}

/** What waits for the caller, and how many active users there are to decide. */
export async function getApprovalSummary(db: Db, actor: Actor): Promise<ApprovalSummary> {
  const open = db.selectFrom('approval').where('approval.state', '=', 'open')
  const { waiting } = await decidableBy(open, actor)
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const [{ admins, managers }, setting_changes] = await Promise.all([countStaff(db), findSettingChanges(db)])
  return { waiting, active_staff: admins + managers, active_admins: admins, setting_changes }
}

/**
 * True once the lender asked STP to pay out a loan, also if it was refused, or imported live loans: from then on two people
 * decide.
 */
export async function hasLent(db: Db | Trx): Promise<boolean> {
  return (await db.selectFrom('first_payout').select('ordered_at').executeTakeFirst()) !== undefined
}
