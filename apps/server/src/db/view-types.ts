import type { ImportKind } from '@quincena/domain/imports/schema'
import type { LoanState } from '@quincena/domain/loans/rules'
import type { Json } from './column.ts'

interface UserSummary {
  id: number
  user_type: 'U0' | 'U1' | 'U2'
  is_active: boolean
  preferences: Json<Record<string, unknown>>
  name: string
  first_name: string
  email: string
  phone: string | null
  must_confirm_email: boolean
}

interface SessionSummary {
  id: number
  ended_at: string | null
  expires_at: string
}

interface ImportSummary {
  id: number
  kind: ImportKind
}

interface LoanSummary {
  id: number
  user_id: number
  type: 'credit' | 'advance'
  state: LoanState
  folio: string
  amount_cents: number
  /** An STP order of the loan is not settled, refused or returned yet, or needs a review. */
  has_open_transfer: boolean
}

interface WorkerAccountSummary {
  user_id: number
  /** The worker has a balance, owes money apart from the loans, or a refund is on its way. */
  has_balance: boolean
}

interface OpenBankPayment {
  id: number
  bank_account_id: number | null
}

/** A payment in force whose rest became the balance of its worker. */
interface PaymentRemainder {
  id: number
  user_id: number
  registered_by: number
  remainder_cents: number
  /** Nobody has proved yet that its money arrived. */
  is_unproved: boolean
}

/** When the lender first paid out or imported loans; no row before. */
interface FirstPayout {
  ordered_at: string
}

/** The views in which a module offers its data to the modules below it (migrations 032, 045, 047, 049, 068 and 144). */
export interface Views {
  user_summary: UserSummary
  session_summary: SessionSummary
  import_summary: ImportSummary
  loan_summary: LoanSummary
  worker_account_summary: WorkerAccountSummary
  open_bank_payment: OpenBankPayment
  payment_remainder: PaymentRemainder
  first_payout: FirstPayout
}
