import { businessDay } from '@quincena/domain/dates'
import { booksOn } from '@quincena/domain/loans/books'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import { remainderMove, writePostings } from '../../../treasury/ledger/commands.ts'
import { readLoanBalances } from '../../../treasury/ledger/queries/loan-balances.ts'
import { movesBetween } from '../../../treasury/ledger/rules.ts'
import { changeLoan, type LoanRow, type Publishing } from '../../loans/commands/move-loan.ts'
import { type LoadedLoan, loadLoan } from '../../loans/queries/position.ts'
import { divisionColumns, stateChanges } from './write-position.ts'

const REASON = 'Primer cálculo con el modelo de saldos'

async function writePayments(trx: Trx, { payments, divisions }: LoadedLoan) {
  for (const { id, remainder, waived } of payments) {
    const division = divisions.get(id)
    if (division === undefined) continue
    const changes = { ...divisionColumns(division), remainder_cents: remainder, waived_cents: waived }
    await trx.updateTable('payment').set(changes).where('id', '=', id).execute()
  }
}

/**
 * Calculates a loan of the earlier rules by the model for the first time: writes where its payments went and posts the
 * difference to its books as one correction (lending.md §7). The loan is locked; `read` is what was
 * loaded of it since. Does nothing if it was done before.
 */
export async function recalculateLoan(
  deps: Publishing,
  trx: Trx,
  { loan, read }: { loan: LoanRow; read?: LoadedLoan },
): Promise<{ loan: LoanRow; loaded: LoadedLoan }> {
  const loaded = read ?? (await loadLoan(trx, loan))
  if (loan.booked_day !== null) return { loan, loaded }
  const remainder = loaded.payments.reduce((sum, payment) => sum + payment.remainder, 0)
  const { id: correction_id } = await trx
    .insertInto('loan_correction')
    .values({ loan_id: loan.id, kind: 'recalculation', reason: REASON, created_at: isoOf(deps.clock()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = {
    from: await readLoanBalances(trx, loan.id),
    to: booksOn(loaded.position, businessDay(deps.clock()), loaded.tax),
    ...{ tax_added: loan.tax_added, money: remainder },
  }
  const moves = [remainderMove(remainder), ...movesBetween(change)]
  const { id: loan_id, user_id } = loan
  await writePostings(deps, trx, [{ loan_id, user_id, cause: { correction_id }, moves }])
  await writePayments(trx, loaded)
  const { changes, event } = await stateChanges(deps, trx, { loan, position: loaded.position })
  const recalculated = await changeLoan(deps, trx, { loan, changes, event })
  return { loan: recalculated, loaded: await loadLoan(trx, recalculated) }
}
