import type { Trx } from '../../../db/types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { paymentMatcher } from '../handlers.ts'

/** A SPEI participant code has five digits. */
const institutionOf = (code: string) => (/^[1-9]\d{4}$/.test(code) ? Number(code) : null)
/** STP's recorded answers contain the text `null` for a missing name. */
const textOf = (text: string) => (text.trim() === 'null' ? null : text.trim() || null)

/**
 * Returns the columns of a confirmed incoming payment from STP's signed answer, with the loan that they match. They
 * replace every fact of the unsigned callback except tracking key and amount, which agree. A fact that STP's answer
 * lacks is null and matches no loan.
 */
export async function confirmedFacts(trx: Trx, order: StpOrder) {
  const paying_account = textOf(order.paying_account)
  const payment_concept = textOf(order.payment_concept)
  const { numeric_reference, payment_type } = order
  const match = await paymentMatcher().findMatch(trx, {
    referenciaNumerica: numeric_reference,
    conceptoPago: payment_concept,
    cuentaOrdenante: paying_account,
    tipoPago: payment_type,
  })
  return {
    stp_id: order.id,
    operation_date: order.operation_date,
    paying_institution: institutionOf(order.counterpart_institution),
    payer_name: textOf(order.payer_name),
    paying_account,
    rfc_curp_payer: textOf(order.rfc_curp_payer),
    beneficiary_account: textOf(order.beneficiary_account),
    payment_concept,
    numeric_reference,
    payment_type,
    settled_at: order.ts_liquidation,
    matched_loan_id: match?.loan_id ?? null,
    match_rule: match?.rule ?? null,
  }
}
