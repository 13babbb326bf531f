import type { LoanType } from '@quincena/domain/loans/rules'
import type { TransferOrder } from '@quincena/domain/transfers/schema'
import { presentBrief } from '../../treasury/transfers/presenters.ts'
import { isInReview, type TransferRow } from '../../treasury/transfers/rules.ts'

const thirdToThird = 1
const clabeAccount = 40
const webService = 3

const textOf = (value: number | null) => (value === null ? null : String(value))

/** An order with what `presentTransfer` shows of its loan and person. */
export interface OrderRow extends TransferRow {
  loan_type: LoanType | null
  loan_folio: string | null
  /** The worker who gets the money. */
  worker_id: number | null
  person: string
}

/** The fields of an order for staff, with STP's raw state and our own. `lender`: our name at STP. */
export function presentTransfer(row: OrderRow, lender: string): TransferOrder {
  const { beneficiary_name, rfc_curp_beneficiary, beneficiary_account, account_type_beneficiary } = row
  const { payer_name, rfc_curp_payer, paying_account, payment_concept, attempt, loan_type, loan_folio } = row
  const { stp_state, numeric_reference, signature, ts_capture, return_cause, returned_at } = row
  const { purpose, person, incoming_payment_id } = row
  const in_review = isInReview(row)
  return {
    ...presentBrief(row),
    ...{ beneficiary_name, rfc_curp_beneficiary, beneficiary_account, account_type_beneficiary },
    ...{ payer_name, rfc_curp_payer, paying_account, payment_concept, attempt, loan_type, loan_folio },
    ...{ stp_state, numeric_reference, signature, ts_capture, return_cause, returned_at },
    payment_type: thirdToThird,
    register_order: textOf(row.stp_id),
    payment_order: textOf(row.stp_id),
    company: lender,
    ...{ purpose, person, loan: row.loan_id, user: row.worker_id, incoming_payment: incoming_payment_id },
    held_reason: row.status === 'pending' ? row.held_reason : null,
    account_type_payer: clabeAccount,
    operating_institution: Number(row.operating_institution),
    counterpart_institution: Number(row.counterpart_institution),
    folio_origin: row.tracking_key,
    delivery_medium: webService,
    latitude: textOf(row.latitude),
    long: textOf(row.longitude),
    error: row.status === 'failed' ? row.failure_message : null,
    needs_review: in_review,
    review_reason: in_review ? row.failure_message : null,
  }
}
