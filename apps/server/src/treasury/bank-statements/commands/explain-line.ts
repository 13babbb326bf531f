import type { LineExplanation } from '@quincena/domain/bank-statements/rules'
import type { Owner } from '@quincena/domain/treasury/owner'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { lockBankAccount } from '../../bank-accounts/commands/save-bank-account.ts'

/** Locks the line's account, then the line. Throws `bank_line.not_found` (404). */
export async function lockLine(trx: Trx, id: number) {
  const found = await trx
    .selectFrom('bank_line')
    .select('bank_account_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new AppError('bank_line.not_found', 404)
  await lockBankAccount(trx, found.bank_account_id)
  return trx.selectFrom('bank_line').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

const announce = (deps: Deps, trx: Trx, bank_account_id: number) =>
  deps.events.publish(trx, { topic: 'bank', id: bank_account_id, user_ids: [], staff: true })

/**
 * Says why a line is no payment; it stays in the list as explained. Throws `bank_line.not_found` (404),
 * `bank_line.matched` while payments are matched with it, and `bank_line.explained` (409).
 */
export function explainLine(
  deps: Deps,
  context: CommandContext,
  { id, ...why }: { id: number; explained_as: LineExplanation; explanation: string },
) {
  return runCommand(deps, context, async (trx) => {
    const line = await lockLine(trx, id)
    if (line.matched_cents > 0) throw new AppError('bank_line.matched', 409)
    if (line.explained_as !== null) throw new AppError('bank_line.explained', 409)
    await trx
      .updateTable('bank_line')
      .set({ ...why, explained_by: context.user.id, explained_at: isoOf(deps.clock()) })
      .where('id', '=', id)
      .execute()
    await writeAudit(deps, trx, {
      context,
      action: 'bank_line.explained',
      subject: ['bank_line', id],
      after: why,
    })
    await announce(deps, trx, line.bank_account_id)
    return { id }
  })
}

/** Takes the explanation of a line back; it is open again. */
export function removeExplanation(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const { explained_as, explanation, bank_account_id } = await lockLine(trx, id)
    if (explained_as === null) return { id }
    await trx
      .updateTable('bank_line')
      .set({ explained_as: null, explanation: null, explained_by: null, explained_at: null })
      .where('id', '=', id)
      .execute()
    const before = { explained_as, explanation }
    await writeAudit(deps, trx, {
      context,
      action: 'bank_line.unexplained',
      subject: ['bank_line', id],
      before,
    })
    await announce(deps, trx, bank_account_id)
    return { id }
  })
}

/** Gives a line to a staff user, or to nobody. Throws `bank_line.not_found` and `user.not_found` (404). */
export function giveLine(
  deps: Deps,
  context: CommandContext,
  { id, owner_id }: { id: number; owner_id: number | null },
) {
  return runCommand(deps, context, async (trx) => {
    const { owner_id: before, bank_account_id } = await lockLine(trx, id)
    const owner = await requireStaff(trx, owner_id)
    await trx.updateTable('bank_line').set({ owner_id }).where('id', '=', id).execute()
    await writeAudit(deps, trx, {
      ...{ context, action: 'bank_line.owner_changed', subject: ['bank_line', id] },
      ...{ before: { owner_id: before }, after: { owner_id } },
    })
    await announce(deps, trx, bank_account_id)
    return { owner }
  })
}

/** The new owner; null for nobody. Throws `user.not_found` (422, at `owner_id`) unless it is an active staff user. */
export async function requireStaff(trx: Trx, owner_id: number | null): Promise<Owner | null> {
  if (owner_id === null) return null
  const found = await trx
    .selectFrom('user_summary')
    .select(['id', 'name'])
    .where('id', '=', owner_id)
    .where('is_active', '=', true)
    .where('user_type', 'in', ['U0', 'U1'])
    .executeTakeFirst()
  if (found === undefined)
    throw new AppError('user.not_found', 422, { fields: { owner_id: 'user.not_found' } })
  return found
}
