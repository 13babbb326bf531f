import type { DifferenceNoteBody } from '@quincena/domain/reconciliation/schema'
import { isoOf } from '../../../command/clock.ts'
import { type CommandContext, isAdmin } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { publishDay } from './hold-day.ts'
import { countOpen } from './store-comparison.ts'

/**
 * Stores a note on a difference. With `close` an admin closes the difference, and the note is the reason. Throws
 * `route.forbidden` (403) if someone other than an admin closes it, `difference.not_found` (404) and, when closing,
 * `difference.closed` (409).
 */
export function noteDifference(
  deps: Deps,
  context: CommandContext,
  input: DifferenceNoteBody & { id: number },
) {
  const { id, note, close } = input
  if (close && !isAdmin(context.user)) throw new AppError('route.forbidden', 403)
  return runCommand(deps, context, async (trx) => {
    const difference = await trx
      .selectFrom('reconciliation_difference')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (difference === undefined) throw new AppError('difference.not_found', 404)
    const { operation_date } = difference
    // Locks the day before its differences, as the comparison does.
    await trx
      .selectFrom('reconciliation')
      .select('run')
      .where('operation_date', '=', operation_date)
      .forUpdate()
      .execute()
    const now = isoOf(deps.clock())
    const closing = close ? { closed_at: now, closed_by: context.user.id } : {}
    const { numUpdatedRows } = await trx
      .updateTable('reconciliation_difference')
      .set({ note, noted_by: context.user.id, noted_at: now, ...closing })
      .where('id', '=', id)
      .$if(close, (query) => query.where('closed_at', 'is', null))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('difference.closed', 409)
    await countOpen(trx, operation_date)
    await writeAudit(deps, trx, {
      context,
      action: close ? 'difference.closed' : 'difference.noted',
      subject: ['difference', id],
      before: { note: difference.note },
      after: { note },
    })
    await publishDay(deps, trx, operation_date)
    return { id }
  })
}
