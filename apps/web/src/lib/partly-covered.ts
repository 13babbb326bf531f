import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { Cents } from '@quincena/domain/money'

type Covered = Pick<LoanDetail, 'schedule' | 'amount_due'>
/** An installment, and the centavos that it lacks. */
type PartlyCovered = { row: LoanDetail['schedule'][number]; missing: Cents }

/**
 * The installment that payments cover only in part, and what it still lacks in centavos; null if there is none. What is
 * covered is the sum of the schedule in force less the amount due.
 */
export function partlyCovered({ schedule, amount_due }: Covered): PartlyCovered | null {
  const total = schedule.reduce((sum, { payment }) => sum + payment, 0)
  let missing = amount_due - total
  for (const row of schedule) {
    missing += row.payment
    if (missing > 0) return missing < row.payment ? { row, missing } : null
  }
  return null
}
