import { businessDay } from '@quincena/domain/dates'
import { lateAfter } from '@quincena/domain/loans/delinquency'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { changeLoan, lockLoan } from '../../loans/commands/move-loan.ts'
import { hasClarification } from '../../loans/queries/clarification.ts'

/**
 * Ends the clarification of a loan after an admin stated what happened to the money of an order, unless another order
 * still needs it. If the loan is in force, an installment that was due meanwhile counts as due today: its worker has the
 * company's grace days from now. A loan that was late before stays late.
 */
export async function endClarification(deps: Deps, trx: Trx, loan_id: number): Promise<void> {
  const loan = await lockLoan(trx, loan_id)
  if (loan.state !== 'active' || loan.next_payment_date === null) return
  if (await hasClarification(trx, loan_id)) return
  const clarified_on = businessDay(deps.clock())
  const late_from = lateAfter(loan.next_payment_date, loan.grace_bank_days, clarified_on)
  await changeLoan(deps, trx, { loan, changes: { clarified_on, late_from } })
}
