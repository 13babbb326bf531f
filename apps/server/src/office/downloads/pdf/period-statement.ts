import type { Day } from '@quincena/domain/dates'
import type { Cents } from '@quincena/domain/money'
import type { Statement, StatementSums } from './statement.ts'

/** Sums of the movements of a period in centavos: opening + all of them, with their signs, = closing. */
export interface PeriodSums extends Omit<StatementSums, 'balance'> {
  opening: Cents
  /** Added VAT: a part of `charge`. */
  charge_tax: Cents
  /** VAT of the interest that is saved: a part of `discount`. */
  discount_tax: Cents
  written_off: Cents
  closing: Cents
}

/** A part of the charge in centavos: `interest` without VAT, and its VAT. */
interface Charge {
  interest: Cents
  tax: Cents
}

type Shared =
  | ('lender' | 'worker' | 'company_name' | 'folio' | 'type' | 'amount' | 'total_debt' | 'interest_rate')
  | ('commission' | 'tax_rate' | 'tax_added' | 'cat' | 'period' | 'payments' | 'moves')

/** The data of a loan's statement of a period. Amounts in centavos. */
export interface PeriodStatement extends Pick<Statement, Shared> {
  from: Day
  to: Day
  sums: PeriodSums
  /** Interest without VAT that accrued in the period, as the books had it at its end. */
  accrued: Cents
  /** What the payments paid of interest and VAT in the period. */
  collected: Charge
  /** What is owed at the end of `to`. */
  to_pay: { by: Day; amount: Cents } | null
  overdue: Cents
  payoff: Cents
}
