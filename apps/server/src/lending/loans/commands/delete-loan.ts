import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { hasFile, wasOrdered } from '../queries/deletable.ts'
import { type LoanRow, lockLoan } from './move-loan.ts'

const failed = {
  credit: 'No se pudo eliminar el crédito.',
  advance: 'No se pudo eliminar el anticipo.',
} as const

async function refuseUsed(trx: Trx, { id, type, former_id }: LoanRow) {
  if (former_id !== null) throw new AppError('loan.imported', 409)
  const { was_ordered, has_file } = await trx
    .selectFrom('loan')
    .select([wasOrdered('loan').as('was_ordered'), hasFile('loan').as('has_file')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (was_ordered)
    throw new AppError('loan.has_transfer', 409, { detail: `${failed[type]} Ya tuvo una orden de pago.` })
  if (has_file) throw new AppError('record.in_use', 409)
}

/**
 * Deletes a loan that never had an STP order; the audit trail keeps its row. Throws `loan.not_found` (404),
 * `loan.has_transfer` and `loan.imported` (409), and `record.in_use` (409) if a document belongs to it.
 */
export function deleteLoan(deps: Deps, context: CommandContext, loan_id: number) {
  return runCommand(deps, context, async (trx) => {
    const loan = await lockLoan(trx, loan_id)
    await refuseUsed(trx, loan)
    await trx.deleteFrom('loan').where('id', '=', loan_id).execute()
    await deps.events.publish(trx, { topic: 'loan', id: loan_id, user_ids: [loan.user_id], staff: true })
    await writeAudit(deps, trx, { context, action: 'loan.deleted', subject: ['loan', loan_id], before: loan })
    return { loan_id }
  })
}
