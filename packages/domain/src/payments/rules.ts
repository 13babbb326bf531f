import { formatMoney } from '../format.ts'
import type { MessageCode } from '../messages.ts'
import { type Cents, proportion } from '../money.ts'

export type PaymentStanding = { type: 'credit' | 'advance'; amount_due: Cents; amount_paid: Cents }

/** What is wrong with a payment's amount: its code and the text under the field; null when it may be registered. */
export function paymentProblem(standing: PaymentStanding): { code: MessageCode; message: string } | null {
  const { type, amount_due, amount_paid } = standing
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

export function exceedsDebtMessage(amount_due: Cents): string {
  return `El monto a pagar excede la deuda actual (${formatMoney(amount_due)}).`
}

/** `R-000045`: what a payment's receipt is called by. */
export function receiptFolio(payment_id: number): string {
  return `R-${String(payment_id).padStart(6, '0')}`
}

export type EarningState = {
  payment: Cents
  /** Owed before the payment. */
  amount_due: Cents
  total_debt: Cents
  /** The contract's whole interest or commission, and what of it is not yet earned. */
  finance_charge: Cents
  unearned: Cents
  /** Given back with an early settlement, never to be earned. */
  discount?: Cents
}

/**
 * The finance charge a payment earns: its proportion of the contract's, half up; the last payment takes the remainder,
 * less what is given back.
 */
export function earnedFinanceCharge(state: EarningState): Cents {
  const { discount = 0 } = state
  if (state.payment + discount >= state.amount_due) return state.unearned - discount
  return Math.min(state.unearned, proportion(state.finance_charge, state.payment, state.total_debt))
}
