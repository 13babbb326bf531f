import type { MatchRule } from '@quincena/domain/incoming-payments/rules'
import type { IncomingPaymentStatus } from '@quincena/domain/incoming-payments/status'
import type { StpCheck } from '@quincena/domain/incoming-payments/stp-check'
import type { Always, Filled } from './column.ts'

interface IncomingPayment {
  id: Always<number>
  stp_id: number | null
  operation_date: string | null
  paying_institution: number | null
  tracking_key: string | null
  amount_cents: number
  payer_name: string | null
  paying_account: string | null
  rfc_curp_payer: string | null
  beneficiary_account: string | null
  payment_concept: string | null
  numeric_reference: number | null
  payment_type: number | null
  settled_at: string | null
  status: Filled<IncomingPaymentStatus>
  matched_loan_id: number | null
  match_rule: MatchRule | null
  dismissal_reason: string | null
  dismissed_by: number | null
  dismissed_at: string | null
  received_at: string
  stp_check: Filled<StpCheck>
  stp_confirmed_at: string | null
  stp_asked_at: string | null
  stp_order_id: number | null
  found_in_list: Filled<boolean>
  /** What is left of the money, in centavos; only entries of the ledger change it. */
  unapplied_cents: Filled<number>
  /** When the ledger got the money. */
  booked_at: string | null
  /** The staff user who takes care of it. */
  owner_id: number | null
  /** When the server learned that STP returned the money without an order of ours, or by one that it had refused. */
  stp_returned_at: string | null
  /** When the ledger gave that money up. */
  stp_return_booked_at: string | null
  /** What of it is used and not yet given back, in centavos; only entries of the ledger change it. */
  suspense_cents: Filled<number>
  search: Always<string>
}

/** Part of received money that was given to a worker's balance. */
interface IncomingPaymentCredit {
  id: Always<number>
  incoming_payment_id: number
  user_id: number
  amount_cents: number
  credited_by: number
  created_at: string
  undone_by: number | null
  undone_at: string | null
  undo_reason: string | null
}

/** A part of money that STP took back which its worker owes instead. */
interface SuspenseCharge {
  id: Always<number>
  incoming_payment_id: number
  user_id: number
  amount_cents: number
  reason: string
  requested_by: number
  charged_by: number
  created_at: string
}

interface ReceivedList {
  operation_date: string
  asked_at: string | null
}

/** The tables of migrations 010, 030, 043 and 050. */
export interface IncomingTables {
  incoming_payment: IncomingPayment
  incoming_payment_credit: IncomingPaymentCredit
  suspense_charge: SuspenseCharge
  received_list: ReceivedList
}
