import type { LoanType } from '@quincena/domain/loans/rules'
import type { OrderState, TransferBrief, TransferOrder } from '@quincena/domain/transfers/schema'
import type { Deps } from '../../command/deps.ts'
import { isInReview, type TransferRow } from './rules.ts'

const thirdToThird = 1
const clabeAccount = 40
const webService = 3

/**
 * An order in review is shown with its previous state until an admin resolves it: `sent` if it was booked, else
 * `unknown`.
 */
function orderState({ status, sent_at }: TransferRow): OrderState {
  if (status !== 'review') return status
  return sent_at === null ? 'unknown' : 'sent'
}

/** Selects the fields of a transfer that its worker may see; the amount is in centavos. */
export function presentBrief(row: TransferRow): TransferBrief {
  const { id, tracking_key, state, operation_date, url_cep, created_at, sent_at, ts_liquidation } = row
  const brief = { id, tracking_key, state, operation_date, url_cep, created_at, sent_at, ts_liquidation }
  return { ...brief, order_state: orderState(row), amount: row.amount_cents }
}

const textOf = (value: number | null) => (value === null ? null : String(value))

/** Builds an order for staff: the specification's fields, STP's raw state and our own state. */
export function presentTransfer(
  deps: Deps,
  row: TransferRow & { loan_type: LoanType; loan_folio: string },
): TransferOrder {
  const { beneficiary_name, rfc_curp_beneficiary, beneficiary_account, account_type_beneficiary } = row
  const { payer_name, rfc_curp_payer, paying_account, payment_concept, attempt, loan_type, loan_folio } = row
  const { stp_state, numeric_reference, signature, ts_capture, return_cause, returned_at } = row
  const in_review = isInReview(row)
  return {
    ...presentBrief(row),
    ...{ beneficiary_name, rfc_curp_beneficiary, beneficiary_account, account_type_beneficiary },
    ...{ payer_name, rfc_curp_payer, paying_account, payment_concept, attempt, loan_type, loan_folio },
    ...{ stp_state, numeric_reference, signature, ts_capture, return_cause, returned_at },
    payment_type: thirdToThird,
    register_order: textOf(row.stp_id),
    payment_order: textOf(row.stp_id),
    company: deps.env.stp.company,
    loan: row.loan_id,
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
