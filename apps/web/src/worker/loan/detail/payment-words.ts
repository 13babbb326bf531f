import { formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import type { Payment } from '@quincena/domain/payments/schema'
import { formatDay } from '../format-day.ts'
import { loanWords } from '../words.ts'

/** What the payment covered: `$1,131.85 a cuenta de tu siguiente pago; $4,868.15 bajaron tu deuda`. */
function coveredText({ applied, excess }: Payment, type: LoanType): string {
  const { due, on_account, prepaid, settles } = applied
  if (settles) return `Liquidó tu ${loanWords[type].name}`
  if (type === 'advance') return 'Se abonó a tu anticipo'
  const next = excess === 'in_advance' ? 'tus siguientes pagos' : 'tu siguiente pago'
  const parts = [
    { amount: due ?? 0, text: 'cubrieron lo que vencía' },
    { amount: on_account ?? 0, text: `a cuenta de ${next}` },
    { amount: prepaid ?? 0, text: 'bajaron tu deuda' },
  ]
  return parts
    .filter(({ amount }) => amount > 0)
    .map(({ amount, text }) => `${formatMoney(amount)} ${text}`)
    .join('; ')
}

/** Says that the payment counts no more; without it a settled loan stays settled, and the money is owed apart. */
function reversedText({ owed_by_worker, amount_paid, remainder }: Payment): string {
  if (!owed_by_worker) return 'Pago anulado'
  return `Pago anulado: debes ${formatMoney(amount_paid - remainder)} aparte`
}

/** The lines below a payment's day: how it came, what it covered, the debt before and after it, and its saving. */
export function paymentLines(payment: Payment, type: LoanType): string[] {
  const { channel, discount, remainder, previous_amount_due, new_amount_due } = payment
  if (payment.reversed_at !== null) return [CHANNEL_NAMES[channel], reversedText(payment)]
  return [
    CHANNEL_NAMES[channel],
    coveredText(payment, type),
    ...(discount > 0 ? [`Ahorro: ${formatMoney(discount)} de intereses`] : []),
    ...(remainder > 0 ? [`${formatMoney(remainder)} quedaron a tu favor`] : []),
    `Debías ${formatMoney(previous_amount_due)}; quedaron ${formatMoney(new_amount_due)}`,
  ]
}

/** Says that the receipt was issued again: an earlier payment was corrected. Null for any other payment. */
export function correctionText({ division_changed_at, reversed_at }: Payment): string | null {
  if (division_changed_at === null || reversed_at !== null) return null
  return `Corregido el ${formatDay(division_changed_at)}: descarga el comprobante nuevo`
}
