import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'

type Due = Pick<LoanListItem, 'overdue' | 'to_pay'>

/** The next amount to pay and its day, or what is overdue: `$1,100.00 el 15 de diciembre`. Null if nothing is owed. */
export function toPayText({ overdue, to_pay }: Due): string | null {
  if (overdue > 0) return `Vencido: ${formatMoney(overdue)}`
  return to_pay && `${formatMoney(to_pay.amount)} el ${formatLongDate(to_pay.by)}`
}

/** Beside an overdue amount: what the next payment is with it. Null if there is no later payment. */
export function withNextPaymentText({ overdue, to_pay }: Due): string | null {
  if (to_pay === null || to_pay.amount <= overdue) return null
  return `Con tu pago del ${formatLongDate(to_pay.by)}, son ${formatMoney(to_pay.amount)}.`
}

/** What an overdue amount is called: the contract's grace days pass before the loan is late. */
export function overdueLabel(state: LoanListItem['state']): string {
  return state === 'overdue' ? 'Pago atrasado' : 'Pago vencido'
}
