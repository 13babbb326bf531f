import { arrivedProblem, isReturnedMoney, usageBlocker } from '@quincena/domain/incoming-payments/rules'
import type { Cents } from '@quincena/domain/money'
import type { Selectable } from 'kysely'
import { AppError } from '../../command/errors.ts'
import type { IncomingTables } from '../../db/incoming-types.ts'

export type IncomingRow = Selectable<IncomingTables['incoming_payment']>

/** The facts of a row that decide what may be done with its money; amounts in centavos. */
export const factsOf = (row: IncomingRow) => ({
  ...row,
  amount: row.amount_cents,
  unapplied: row.unapplied_cents,
  is_returned_money: isReturnedMoney(row.payment_type),
})

interface Use {
  amount: Cents
  /** The field of the form that has the amount. */
  field: 'amount' | 'amount_paid'
}

/**
 * Throws unless the money may be used and has the amount left: `incoming_payment.not_open`,
 * `incoming_payment.returned_money`, `incoming_payment.unconfirmed`, `incoming_payment.returned_by_stp` (409) and
 * `incoming_payment.exceeds_arrived` (422).
 */
export function refuseUnusable(row: IncomingRow, { amount, field }: Use): void {
  const blocker = usageBlocker(factsOf(row))
  if (blocker !== null) throw new AppError(blocker, 409)
  const problem = arrivedProblem({ arrived: row.unapplied_cents, amount_paid: amount })
  if (problem === null) return
  throw new AppError(problem.code, 422, { detail: problem.message, texts: { [field]: [problem.message] } })
}
