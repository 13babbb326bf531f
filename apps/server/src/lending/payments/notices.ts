import type { Day } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import {
  amountRow,
  dayText,
  figuresOf,
  folioRow,
  type LoanWithAmount,
  loanAndAmount,
  loanValues,
  type NoticeOf,
  reason,
} from '../loans/notices.ts'

/** For the worker: the loan is paid off. `discount`: centavos saved by an early settlement, else 0. */
export function completedNotice(loan: LoanWithAmount, payment: { id: number; discount: Cents }) {
  const { discount: saving } = payment
  return {
    words: wordsOf(
      'notice_completed',
      { ...loanAndAmount(loan), saving },
      saving === 0 ? [] : ['with_saving'],
    ),
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
  const { amount, left, source } = payment
  const conditions = [source.from_balance ? 'from_balance' : 'from_payment']
  const words = wordsOf('notice_paid', { ...loanValues(loan), amount, left }, conditions)
  const figures = figuresOf(
    folioRow(loan),
    ['Pago', formatMoney(amount)],
    ['Fecha del pago', dayText(payment.value_date)],
    ['Te quedan por pagar', formatMoney(left)],
  )
  return { words, figures, reason_key: reason('paid', loan, String(payment.id)) }
}

/**
 * For the worker: a payment was reversed. `left` is the debt of the loan afterwards, null if it stays settled; `owed` is
 * what the worker owes apart from it then. Amounts in centavos.
 */
export function reversedNotice(loan: NoticeOf, payment: Paid & { left: Cents | null; owed: Cents }) {
  const { left, owed } = payment
  const rest = left === null ? 'owed_only' : owed > 0 ? 'left_and_owed' : 'left_only'
  const conditions = payment.source.from_balance ? ['back_in_balance', rest] : [rest]
  const values = { ...loanValues(loan), amount: payment.amount, left, owed }
  const figures = figuresOf(
    folioRow(loan),
    ['Pago anulado', formatMoney(payment.amount)],
    ['Te quedan por pagar', left === null ? null : formatMoney(left)],
  )
  return {
    words: wordsOf('notice_reversed', values, conditions),
    ...{ figures, reason_key: reason('reversed', loan, String(payment.id)) },
  }
}
