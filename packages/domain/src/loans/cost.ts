import type { Cents } from '../money.ts'
import type { Installment } from './schema.ts'

/** What a loan costs, in centavos: `cost` = `charge` + `tax`, and the amount plus the cost is the total. */
export type LoanCost = {
  cost: Cents
  /** Interest of a credit, commission of an advance; contains the VAT that is not added. */
  charge: Cents
  /** VAT on top of the interest, 0 where the price contains it. */
  tax: Cents
}

/** The cost of a loan from its contract: `schedule` is the contract's, whose rows sum up to `total`. */
export function costOf(
  { amount, total }: { amount: Cents; total: Cents },
  schedule: readonly Pick<Installment, 'tax'>[],
): LoanCost {
  const cost = total - amount
  const tax = schedule.reduce((sum, row) => sum + (row.tax ?? 0), 0)
  return { cost, charge: cost - tax, tax }
}
