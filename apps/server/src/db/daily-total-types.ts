import type { Filled } from './column.ts'
import type { LedgerAccount } from './treasury-types.ts'

/** What an account was debited and credited on a day of Mexico City by entries of one kind, in centavos. */
interface LedgerDailyTotal {
  day: string
  account: LedgerAccount
  kind: string
  debit_cents: number
  credit_cents: number
  entries: number
}

/** The daily totals hold every entry up to `through_id`, and none after it. */
interface LedgerTotalMark {
  id: 1
  through_id: number
  checked_at: string | null
  wrong_totals: Filled<number>
}

/** What a bank account was debited and credited by its entries up to `through_id`, in centavos. */
interface BankAccountTotal {
  bank_account_id: number
  through_id: number
  debit_cents: number
  credit_cents: number
  entries: number
}

/** A loan whose payout came back, or of which an order is in review or contested. */
interface LoanClarification {
  /** The loan. */
  id: number
}

/** The tables and the view of migrations 044 and 114. */
export interface DailyTotalTables {
  ledger_daily_total: LedgerDailyTotal
  ledger_total_mark: LedgerTotalMark
  bank_account_total: BankAccountTotal
  loan_clarification: LoanClarification
}
