import type { Day } from '@quincena/domain/dates'
import { letterFolio } from '@quincena/domain/letters/rules'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'

interface LoanOfWorker {
  id: number
  user_id: number
}

/**
 * Voids the letters that a payment of a locked loan is part of, because it is being reversed: the valid no-debt letter of
 * the loan, and the worker's certificates of interest from the year of its value date on. The next ones have folios of
 * their own. The worker is locked. Does nothing if there are none.
 */
export async function voidLettersOf(
  deps: Deps,
  trx: Trx,
  { context, loan, value_date }: { context: CommandContext; loan: LoanOfWorker; value_date: Day },
): Promise<void> {
  const letters = await trx
    .updateTable('letter')
    .set({ voided_at: isoOf(deps.clock()), void_reason: 'payment_reversed' })
    .where('voided_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', sql.lit('no_debt')), eb('loan_id', '=', loan.id)]),
        eb.and([
          eb('kind', '=', sql.lit('interest')),
          eb('user_id', '=', loan.user_id),
          eb('year', '>=', Number(value_date.slice(0, 4))),
        ]),
      ]),
    )
    .returning(['id', 'kind'])
    .execute()
  for (const { id, kind } of letters)
    await writeAudit(deps, trx, {
      context,
      action: 'letter.voided',
      subject: kind === 'no_debt' ? ['loan', loan.id] : ['user', loan.user_id],
      after: { folio: letterFolio(kind, id), reason: 'payment_reversed' },
    })
}
