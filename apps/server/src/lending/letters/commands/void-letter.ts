import { letterFolio } from '@quincena/domain/letters/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'

/**
 * Voids the valid no-debt letter of a locked loan, because a payment of it is being reversed; the next one has another
 * folio. Does nothing if there is none.
 */
export async function voidNoDebtLetter(
  deps: Deps,
  trx: Trx,
  { context, loan_id }: { context: CommandContext; loan_id: number },
): Promise<void> {
  const row = await trx
    .updateTable('letter')
    .set({ voided_at: isoOf(deps.clock()), void_reason: 'payment_reversed' })
    .where('kind', '=', 'no_debt')
    .where('loan_id', '=', loan_id)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return
  await writeAudit(deps, trx, {
    context,
    action: 'letter.voided',
    subject: ['loan', loan_id],
    after: { folio: letterFolio('no_debt', row.id), reason: 'payment_reversed' },
  })
}
