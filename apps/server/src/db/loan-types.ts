import type { ExcessChoice } from '@quincena/domain/loans/excess'
import type { Frequency } from '@quincena/domain/loans/frequency'
import type { LoanState } from '@quincena/domain/loans/rules'
import type { StpOutcome } from '@quincena/domain/mexico/stp-states'
import type { PaymentChannel } from '@quincena/domain/payments/channels'
import type { ProofState } from '@quincena/domain/payments/proof'
import type { OrderPurpose, TransferStatus } from '@quincena/domain/transfers/rules'
import type { Always, Filled, Json } from './column.ts'

interface Loan {
  id: Always<number>
  user_id: number
  company_id: number | null
  type: 'credit' | 'advance'
  state: LoanState
  folio: Always<string>
  amount_cents: number
  commission_cents: Filled<number>
  interest_rate: number
  tax_rate: Filled<number>
  term: number
  monthly_payment_cents: number
  total_debt_cents: number
  cat: number | null
  amount_due_cents: Filled<number>
  payment_deadline: string
  next_payment_date: string | null
  rejection_reason: string | null
  requested_day: string
  decided_by: number | null
  requested_by: number | null
  released_by: number | null
  rejected_by: number | null
  first_approved_by: number | null
  amount_raised_by: number | null
  created_at: string
  approved_at: string | null
  rejected_at: string | null
  accepted_at: string | null
  sent_at: string | null
  settled_at: string | null
  completed_at: string | null
  closed_at: string | null
  offer_expires_on: string | null
  beside_another: Filled<boolean>
  frequency: Filled<Frequency>
  installments: number
  tax_added: Filled<boolean>
  grace_bank_days: Filled<number>
  /** The day on which the money was sent. */
  start_day: string | null
  /** The first day on which the loan is late unless something is paid. */
  late_from: string | null
  /** The ledger holds the loan's books at the end of this day. */
  booked_day: string | null
  /** The former system's id of an imported loan; null for a loan that was asked for here. */
  former_id: string | null
  loan_import_id: number | null
  /** Days that the periodic rate stands for in an irregular first period of an imported loan. */
  first_period_days: number | null
  /** The day on which the clarification of a loan ended that was not late before. */
  clarified_on: string | null
  updated_at: string
}

interface Installment {
  loan_id: number
  number: number
  due_date: string
  payment_cents: number
  principal_cents: number
  interest_cents: number
  tax_cents: Filled<number>
  balance_cents: number
}

interface Contract {
  id: Always<number>
  loan_id: number
  business_day: string
  sha256: string
  payload: Json<Record<string, unknown>>
  payload_sha256: string
  text_version: string
  account: string
  storage_key: string
  created_at: string
}

interface SignedContract {
  loan_id: number
  acceptance_id: number
  accepted_at: string
  signed_storage_key: string | null
  signed_sha256: string | null
  sealed_at: string | null
  constancia_storage_key: string | null
  constancia_sha256: string | null
  constancia_issued_at: string | null
  constancia_policy: string | null
  constancia_serial: string | null
  constancia_issuer: string | null
}

interface Transfer {
  id: Always<number>
  purpose: Filled<OrderPurpose>
  /** The loan that a payout pays; null for other purposes. */
  loan_id: number | null
  /** The worker of a refund or verification. */
  user_id: number | null
  /** The incoming payment that a return sends back. */
  incoming_payment_id: number | null
  /** Whom the order pays and their company when it was made, by a trigger; null for a return. */
  worker_id: number | null
  company_id: number | null
  attempt: number
  status: TransferStatus
  tracking_key: string
  numeric_reference: number
  amount_cents: number
  operation_date: string
  other_operation_date: string | null
  payment_concept: string
  beneficiary_name: string
  beneficiary_account: string
  account_type_beneficiary: number
  rfc_curp_beneficiary: string
  counterpart_institution: string
  operating_institution: string
  payer_name: string
  paying_account: string
  rfc_curp_payer: string
  latitude: number | null
  longitude: number | null
  stp_id: number | null
  stp_state: string | null
  state: StpOutcome | null
  failure_id: number | null
  failure_message: string | null
  return_cause: string | null
  signature: string | null
  url_cep: string | null
  claimed_at: string | null
  asked_at: string | null
  sent_at: string | null
  ts_capture: string | null
  ts_liquidation: string | null
  returned_at: string | null
  contested_at: string | null
  /** Why a pending order is not sent before `held_until`. */
  held_reason: string | null
  held_until: string | null
  created_at: string
  updated_at: string
}

interface StpMessage {
  id: Filled<number>
  kind: 'order_state' | 'payment'
  body: Json<Record<string, unknown>>
  ip: string | null
  transfer_id: number | null
  incoming_payment_id: number | null
  outcome: string
  received_at: string
}

interface StpQuery {
  id: Always<number>
  purpose: string
  asked_at: Filled<string>
}

interface Payment {
  id: Always<number>
  loan_id: number
  user_id: number
  amount_paid_cents: number
  previous_amount_due_cents: number
  new_amount_due_cents: number
  discount_cents: Filled<number>
  registered_by: number
  incoming_payment_id: number | null
  bank_account_id: number | null
  from_balance: Filled<boolean>
  /** Paid to the former system: its money is in no account of ours. */
  is_imported: Filled<boolean>
  value_date: string
  channel: Filled<PaymentChannel>
  reference: string | null
  excess: Filled<ExcessChoice>
  due_cents: number | null
  on_account_cents: number | null
  prepaid_cents: number | null
  principal_cents: Filled<number>
  interest_cents: Filled<number>
  tax_cents: Filled<number>
  remainder_cents: Filled<number>
  waived_cents: Filled<number>
  division_changed_at: string | null
  owed_by_worker: Filled<boolean>
  reversed_at: string | null
  reversal_reason: string | null
  created_at: string
  voucher_id: string | null
  /** Whether money outside STP is proved to have arrived; null if nobody asks. */
  proof: ProofState | null
  proof_by: number | null
  proof_at: string | null
  proof_reason: string | null
  /** Whether a line of a bank statement shows it; only matches change it. */
  has_line: Filled<boolean>
  owner_id: number | null
}

interface LoanCorrection {
  id: Always<number>
  loan_id: number
  kind: 'reversal' | 'earlier_payment' | 'recalculation'
  payment_id: number | null
  reason: string
  corrected_by: number | null
  created_at: string
}

interface Document {
  id: Always<number>
  user_id: number
  loan_id: number | null
  kind: string
  filename: string
  storage_key: string
  size_bytes: number
  sha256: string
  review: 'accepted' | 'refused' | null
  review_reason: string | null
  reviewed_by: number | null
  replaced_at: string | null
  uploaded_by: number | null
  created_at: string
}

interface PushSubscription {
  id: Always<number>
  user_id: number
  session_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_at: string
}

interface Assistance {
  id: Always<number>
  category: string
  name: string
  description: string
  url: string
  image: string
  position: number
}

/** The tables of loans, payouts and payments, column by column (002_loans.sql and later migrations). */
export interface LoanTables {
  loan: Loan
  installment: Installment
  contract: Contract
  signed_contract: SignedContract
  transfer: Transfer
  stp_message: StpMessage
  stp_query: StpQuery
  payment: Payment
  loan_correction: LoanCorrection
  document: Document
  push_subscription: PushSubscription
  assistance: Assistance
}
