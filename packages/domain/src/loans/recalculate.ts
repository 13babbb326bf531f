import type { Cents } from '../money.ts'
import type { LoanTax } from './books.ts'
import { payoffOn } from './figures.ts'
import type { LoanPosition } from './position.ts'
import { applyAndDivide, type Division, inOrder, type RecordedPayment } from './replay.ts'

/**
 * A payment that was registered under the rules before lending.md. `amount` is what it pays of the loan: `remainder`
 * is beyond the payoff and belongs to the worker, `waived` is interest left open by the payment that settled the loan.
 */
type RecalculatedPayment = RecordedPayment & { remainder: Cents; waived: Cents }

/** What a payment beyond the settlement pays: nothing, all of it is the worker's. */
const NOTHING: Division = {
  ...{ due: null, on_account: null, prepaid: null, settles: false, discount: 0, amount_due: 0 },
  ...{ principal: 0, interest: 0, tax: 0, previous_amount_due: 0 },
}

/**
 * Applies the payments of a loan that the earlier rules divided otherwise. None is refused: what exceeds the payoff is
 * the worker's, and the last payment of a completed loan settles it (lending.md §7).
 */
export function recalculate(
  opened: LoanPosition,
  { payments, completed, tax }: { payments: readonly RecordedPayment[]; completed: boolean; tax: LoanTax },
) {
  const ordered = inOrder(payments)
  const divisions = new Map<number, Division>()
  const recalculated: RecalculatedPayment[] = []
  let position = opened
  for (const [index, payment] of ordered.entries()) {
    const payoff = payoffOn(position, payment.value_date)
    const amount = Math.min(payment.amount, payoff)
    const isLast = completed && index === ordered.length - 1
    const waived = isLast ? payoff - amount : 0
    recalculated.push({ ...payment, amount, waived, remainder: payment.amount - amount })
    const applied = amount === 0 ? undefined : applyAndDivide(position, { ...payment, amount, waived }, tax)
    if (applied === undefined || 'error' in applied) divisions.set(payment.id, NOTHING)
    else {
      position = applied.position
      divisions.set(payment.id, applied.division)
    }
  }
  return { position, divisions, payments: recalculated }
}
