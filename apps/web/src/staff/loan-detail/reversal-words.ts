import { formatDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { receiptFolio } from '@quincena/domain/payments/rules'
import type { Payment } from '@quincena/domain/payments/schema'
import { pluralize } from '../../lib/pluralize.ts'
import { typeWords } from '../loan/words.ts'

/** The order in which payments are applied: by value date, then by registration. */
export const byApplication = (one: Payment, other: Payment) =>
  one.value_date.localeCompare(other.value_date) || one.id - other.id

function laterPayments({ payments }: Pick<LoanDetail, 'payments'>, payment: Payment): number {
  return payments.filter((other) => other.reversed_at === null && byApplication(other, payment) > 0).length
}

/** Names the payment and says what the reversal of it changes, before it is confirmed. */
export function reversalText(
  loan: Pick<LoanDetail, 'type' | 'completed' | 'payments'>,
  payment: Payment,
): string {
  const noun = typeWords[loan.type].one.toLowerCase()
  const later = laterPayments(loan, payment)
  const sentences = [
    `${receiptFolio(payment.id)}: ${formatMoney(payment.amount_paid)} del ${formatDate(payment.value_date)}.`,
    later === 0 && !loan.completed && `La deuda vuelve a ser de ${formatMoney(payment.previous_amount_due)}.`,
    loan.completed &&
      `El ${noun} está liquidado: se abre de nuevo y vuelve a deber. Si el trabajador ya tiene otro, sigue liquidado y el monto queda como adeudo suyo.`,
    later > 0 &&
      `${pluralize(later, 'pago posterior se vuelve', 'pagos posteriores se vuelven')} a dividir, y ${later === 1 ? 'su comprobante se sustituye' : 'sus comprobantes se sustituyen'}.`,
    'El registro se conserva.',
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
