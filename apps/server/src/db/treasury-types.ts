import type { Always, Filled } from './column.ts'

interface CashMovement {
  id: Always<number>
  kind: 'opening' | 'deposit' | 'withdrawal' | 'fee' | 'unknown'
  /** Positive if the money came to STP. */
  amount_cents: number
  operation_date: string
  tracking_key: string | null
  note: string
  created_by: number | null
  created_at: string
  /** The lender's account at STP. */
  account: string | null
  /** STP's number of the order, if a list of STP has it. */
  stp_order_id: number | null
  /** The movement of unknown purpose that this one takes out of suspense. */
  settles_id: number | null
  /** The received money that was the lender's own deposit. */
  incoming_payment_id: number | null
  /** The movement that this one undoes. */
  reverses_id: number | null
  reversed_at: string | null
  file_id: string | null
  owner_id: number | null
  approved_by: number | null
  search: Always<string>
}

/** What the lender and a worker owe each other beside the loans; only entries of the ledger change a row. */
interface WorkerAccount {
  user_id: number
  balance_cents: Filled<number>
  receivable_cents: Filled<number>
}

/** What a worker owes apart from the loans, paid with the worker's balance. */
interface ReceivablePayment {
  id: Always<number>
  user_id: number
  /** Negative: the worker owes it again, and the balance has it. */
  amount_cents: number
  /** Null if it follows from another command. */
  paid_by: number | null
  created_at: string
}

/** Accounts of the double-entry ledger. */
export type LedgerAccount =
  | 'loan_receivable'
  | 'unearned_finance_charge'
  | 'finance_income'
  | 'tax_pending'
  | 'tax_payable'
  | 'stp_cash'
  | 'stp_in_transit'
  | 'bank_cash'
  | 'unapplied_receipts'
  | 'refund_in_transit'
  | 'suspense'
  | 'worker_receivable'
  | 'worker_balance'
  | 'funding'
  /** What the lender brought from a former system. */
  | 'opening_balance_equity'
  | 'stp_fees'
  | 'verification_cost'
  | 'write_offs'
  /** Only in entries before the treasury's accounts. */
  | 'collections'

interface LedgerEntry {
  id: Always<number>
  posting: string
  kind: string
  debit_account: LedgerAccount
  credit_account: LedgerAccount
  amount_cents: number
  loan_id: number | null
  /** The worker whose balance or receivable the entry changes. */
  user_id: number | null
  /** The received money that the entry applies; the entry's cause if it has no other. */
  incoming_payment_id: number | null
  bank_account_id: number | null
  transfer_id: number | null
  payment_id: number | null
  /** The due date or month end whose accrual the entry posts. */
  accrual_day: string | null
  correction_id: number | null
  cash_movement_id: number | null
  /** The part of received money that was given to a worker's balance. */
  credit_id: number | null
  receivable_payment_id: number | null
  /** The part of a claim that a worker owes instead. */
  charge_id: number | null
  /** The import that opened the loan. */
  loan_import_id: number | null
  created_at: string
}

/** The tables of migration 035, and the ledger. */
export interface TreasuryTables {
  cash_movement: CashMovement
  worker_account: WorkerAccount
  receivable_payment: ReceivablePayment
  ledger_entry: LedgerEntry
}
