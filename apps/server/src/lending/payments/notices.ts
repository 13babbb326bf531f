import type { Day } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import {
  amountRow,
  dayText,
  figuresOf,
  folioRow,
  type LoanWithAmount,
  type NoticeOf,
  reason,
  yourLoan,
  yourLoanOf,
} from '../loans/notices.ts'

/** For the worker: the loan is paid off. `discount`: centavos saved by an early settlement, else 0. */
export function completedNotice(loan: LoanWithAmount, payment: { id: number; discount: Cents }) {
  const saved =
    payment.discount === 0 ? '' : ` Te ahorraste ${formatMoney(payment.discount)} por hacerlo antes.`
  const message = `Liquidaste por completo ${yourLoanOf(loan)}.${saved} ¡Gracias!`
  return {
    title: 'La deuda ha sido saldada',
    message,
    figures: figuresOf(folioRow(loan), amountRow(loan)),
    reason_key: reason('completed', loan, String(payment.id)),
  }
}

interface Paid {
  id: number
  amount: Cents
  source: { from_balance: boolean }
  value_date?: Day
}

/** For the worker: a payment was registered; `left` is the remaining debt. Amounts in centavos. */
export function paidNotice(loan: NoticeOf, payment: Paid & { left: Cents }) {
  const amount = formatMoney(payment.amount)
  const paid = payment.source.from_balance
    ? `Usamos ${amount} de tu saldo a favor en ${yourLoan(loan)}.`
    : `Recibimos ${amount} de ${yourLoan(loan)}.`
  const message = `${paid} Te quedan por pagar ${formatMoney(payment.left)}.`
  const figures = figuresOf(
    folioRow(loan),
    ['Pago', amount],
    ['Fecha del pago', dayText(payment.value_date)],
    ['Te quedan por pagar', formatMoney(payment.left)],
  )
  return { title: 'Pago registrado', message, figures, reason_key: reason('paid', loan, String(payment.id)) }
}

/**
 * For the worker: a payment was reversed. `left` is the debt of the loan afterwards, null if it stays settled; `owed` is
 * what the worker owes apart from it then. Amounts in centavos.
 */
export function reversedNotice(loan: NoticeOf, payment: Paid & { left: Cents | null; owed: Cents }) {
  const { left, owed } = payment
  const rest =
    left === null
      ? 'Sigue liquidado, pero'
      : `Te quedan por pagar ${formatMoney(left)}${owed > 0 ? ' y' : ''}`
  const apart = owed > 0 ? ` debes ${formatMoney(owed)} aparte` : ''
  const back = payment.source.from_balance ? ' El dinero está de nuevo en tu saldo a favor.' : ''
  const message = `Se anuló el pago de ${formatMoney(payment.amount)} de ${yourLoan(loan)}.${back} ${rest}${apart}.`
  const figures = figuresOf(
    folioRow(loan),
    ['Pago anulado', formatMoney(payment.amount)],
    ['Te quedan por pagar', left === null ? null : formatMoney(left)],
  )
  return { title: 'Pago anulado', message, figures, reason_key: reason('reversed', loan, String(payment.id)) }
}
