import { decisionProblem, withdrawalProblem } from '@quincena/domain/approvals/rules'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import {
  type AnyAction,
  approvalAction,
  decidingPersonCheck,
  type Execution,
  isSystemAction,
} from '../handlers.ts'
import { closeApproval, findStored, type StoredApproval } from './close-approval.ts'

type Executing = Pick<Execution<Record<string, unknown>>, 'context' | 'payload'>

interface Closing {
  context: CommandContext
  id: number
  problemOf: (row: StoredApproval, user: CommandContext['user']) => ReturnType<typeof decisionProblem>
}

function refuse(problem: ReturnType<typeof decisionProblem>) {
  if (problem !== null) throw new AppError(problem.code, problem.status)
}

/**
 * Locks the subject, then the open request. This is the order of a command that locks its subject and then requests, so
 * that the two never wait for each other. Throws what `problemOf` says.
 */
async function lockOpen(trx: Trx, { context, id, problemOf }: Closing) {
  const found = await findStored(trx, context, { id, isLocked: false })
  refuse(problemOf(found, context.user))
  const action = approvalAction(found.action)
  const payload = action.payload.parse(found.payload)
  const isUnchanged = await action.isUnchanged(trx, payload)
  const row = await findStored(trx, context, { id })
  refuse(problemOf(row, context.user))
  return { row, action, payload, isUnchanged }
}

/** `lockOpen` for a decision; the user must count as another person than the requester. */
async function lockDecidable(deps: Deps, trx: Trx, { context, id }: Pick<Closing, 'context' | 'id'>) {
  const open = await lockOpen(trx, { context, id, problemOf: decisionProblem })
  const { requested_by, deciders } = open.row
  const others = requested_by === null ? [] : [requested_by]
  await decidingPersonCheck()(deps, trx, { user: context.user, others, deciders })
  return open
}

/** Returns the request for its action. Throws if it has no requester, which only requests of the command line lack. */
function ofPerson({ id, requested_by }: StoredApproval): { id: number; requested_by: number } {
  if (requested_by === null) throw new Error(`approval ${id} has no requester`)
  return { id, requested_by }
}

function execute(
  deps: Deps,
  trx: Trx,
  { action, row, ...execution }: { action: AnyAction; row: StoredApproval } & Executing,
): Promise<object> {
  return isSystemAction(action)
    ? action.execute(deps, trx, { ...execution, approval: { id: row.id } })
    : action.execute(deps, trx, { ...execution, approval: ofPerson(row) })
}

/**
 * Approves a request and carries it out in the same transaction, once. If its subject has changed, the request becomes
 * stale and nothing is carried out: `approval.subject_changed` (409). Throws `approval.own`, `approval.about_you`,
 * `approval.admin_only` and `approval.same_person` (403), `approval.not_open` (409), and what the action throws; then the request stays open.
 */
export async function approveRequest(deps: Deps, context: CommandContext, id: number): Promise<void> {
  const { is_stale } = await runCommand(deps, context, async (trx) => {
    const { row, action, payload, isUnchanged } = await lockDecidable(deps, trx, { context, id })
    if (!isUnchanged) {
      await closeApproval(deps, trx, { context, row, state: 'stale' })
      return { is_stale: true }
    }
    const result = await execute(deps, trx, { action, row, context, payload })
    await closeApproval(deps, trx, { context, row, state: 'approved', result })
    return { is_stale: false }
  })
  // Thrown after the commit, which keeps the new state.
  if (is_stale) throw new AppError('approval.subject_changed', 409)
}

/**
 * Refuses a request with a reason; its subject stays as it is unless the action says otherwise. Throws `approval.own`,
 * `approval.about_you`, `approval.admin_only` and `approval.same_person` (403), `approval.not_open` (409).
 */
export async function refuseRequest(
  deps: Deps,
  context: CommandContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await runCommand(deps, context, async (trx) => {
    const { row, action, payload } = await lockDecidable(deps, trx, { context, id })
    if (!isSystemAction(action))
      await action.onRefused?.(deps, trx, { context, payload, approval: ofPerson(row), reason })
    await closeApproval(deps, trx, { context, row, state: 'refused', reason })
    return { id }
  })
}

/** Lets the requester withdraw. Throws `approval.not_own` (403), `approval.not_withdrawable` and
 * `approval.not_open` (409). */
export async function withdrawRequest(deps: Deps, context: CommandContext, id: number): Promise<void> {
  await runCommand(deps, context, async (trx) => {
    const { row, action, payload } = await lockOpen(trx, { context, id, problemOf: withdrawalProblem })
    if (!isSystemAction(action))
      await action.onWithdrawn?.(deps, trx, { context, payload, approval: ofPerson(row) })
    await closeApproval(deps, trx, { context, row, state: 'withdrawn' })
    return { id }
  })
}
