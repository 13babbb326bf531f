import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { Frequency } from '@quincena/domain/loans/frequency'
import { isPayable, type LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import { loanWords } from './words.ts'

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

/** The pay period, where it is not a quincena. */
const periods: Partial<Record<Frequency, string>> = { fourteen_days: 'catorcena', weekly: 'semana' }

export interface Deduction {
  type: LoanType
  frequency: Frequency
  /** Who deducts; null if the worker has no company. */
  company: string | null
  /** What is deducted per pay date, in centavos. */
  deduction: Cents
  /** The pay date of an advance; a credit has many. */
  payDate: string
}

/** Says who takes the payment from the salary, how much per pay date, and that the worker has nothing to do. */
export function deductionText({ type, frequency, company, deduction, payDate }: Deduction): string {
  const amount = formatMoney(deduction)
  const halves = frequency === 'monthly' ? '. Dos descuentos hacen tu pago del mes' : ''
  const each = `: ${amount} cada ${periods[frequency] ?? 'quincena'}${halves}`
  const how = type === 'credit' ? each : ` del ${formatLongDate(payDate)}: ${amount}`
  return `Te lo descuenta ${company ?? 'tu empresa'} de tu nómina${how}. No tienes que hacer nada.`
}

/** A loan with what decides on its deduction. */
export type Deducted = Pick<
  LoanListItem,
  'id' | 'state' | 'type' | 'folio' | 'frequency' | 'deduction' | 'to_pay'
>

function deductionOfText({ type, folio, frequency, deduction, to_pay }: Deducted): string[] {
  if (deduction === null || to_pay === null) return []
  const when =
    type === 'credit' ? `cada ${periods[frequency] ?? 'quincena'}` : `el ${formatLongDate(to_pay.by)}`
  return [`${formatMoney(deduction)} ${when} de tu ${loanWords[type].name} ${folio}`]
}

/** Says what is deducted for the worker's other loans, so that the payslip holds no surprise. Null without another. */
export function otherDeductionsText(loans: readonly Deducted[], shown: Pick<Deducted, 'id'>): string | null {
  const others = loans.filter(({ id, state }) => id !== shown.id && isPayable(state))
  const parts = others.flatMap(deductionOfText)
  return parts.length === 0 ? null : `Aparte te descuenta ${new Intl.ListFormat('es').format(parts)}.`
}
