import { formatMoney } from '../format.ts'
import type { MessageCode } from '../messages.ts'
import { type Cents, proportion } from '../money.ts'

/** A payment and the loan's amount due before it, in centavos. */
export type PaymentInput = { type: 'credit' | 'advance'; amount_due: Cents; amount_paid: Cents }

/**
 * Checks the amount of a payment, in centavos. Returns the error code and the text for the field, which the server
 * answers with 422, or null if the payment may be registered.
 */
export function paymentProblem(payment: PaymentInput): { code: MessageCode; message: string } | null {
  const { type, amount_due, amount_paid } = payment
  if (amount_due <= 0)
    return {
      code: 'payment.settled',
      message: 'La deuda ha sido saldada. No es necesario realizar más pagos.',
    }
  if (amount_paid > amount_due)
    return { code: 'payment.exceeds_debt', message: exceedsDebtMessage(amount_due) }
  if (type === 'advance' && amount_paid !== amount_due)
    return {
      code: 'payment.advance_in_one',
      message: 'Un anticipo se liquida con un solo pago de todo lo que se debe.',
    }
  return null
}

/** Error text for a payment above the amount due, in centavos. */
export function exceedsDebtMessage(amount_due: Cents): string {
  return `El monto a pagar excede la deuda actual (${formatMoney(amount_due)}).`
}

/** Formats the folio of a payment's receipt: `R-000045`. */
export function receiptFolio(payment_id: number): string {
  return `R-${String(payment_id).padStart(6, '0')}`
}

/** A payment and its loan before it. Amounts in centavos. */
export type EarningState = {
  payment: Cents
  /** Amount due before the payment. */
  amount_due: Cents
  total_debt: Cents
  /** The contract's whole interest or commission. */
  finance_charge: Cents
  /** The part of it that the ledger has not booked as earned. */
  unearned: Cents
  /** The part of it that an early payoff discounts; it is never earned. */
  discount?: Cents
}

/**
 * Calculates the finance charge in centavos that a payment earns: finance charge × payment / total debt, rounded half
 * up and never above the unearned part. The payment that settles the loan earns the unearned rest less the discount.
 */
export function earnedFinanceCharge(state: EarningState): Cents {
  const { discount = 0 } = state
  if (state.payment + discount >= state.amount_due) return state.unearned - discount
  return Math.min(state.unearned, proportion(state.finance_charge, state.payment, state.total_debt))
}
