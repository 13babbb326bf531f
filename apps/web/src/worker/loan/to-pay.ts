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

interface Installments {
  frequency: Frequency
  /** What is deducted on the next pay date, in centavos. */
  deduction: Cents
  /** What a whole installment is, and what is missing of the one to pay now, in centavos. */
  payment: Cents
  missing: Cents
}

/**
 * On which pay dates a credit is deducted. A monthly payment is made of two deductions, alike but for a centavo; what is
 * left of an installment that was paid in part is deducted once.
 */
function payDatesText({ frequency, deduction, payment, missing }: Installments) {
  const period = periods[frequency] ?? 'quincena'
  const isHalf = frequency === 'monthly' && deduction < missing
  if (isHalf) return { when: `cada ${period}`, more: ' Dos descuentos hacen tu pago del mes.' }
  if (frequency !== 'monthly' && deduction >= payment) return { when: `cada ${period}`, more: '' }
  return { when: `en tu próxima ${period}`, more: ' Con eso completas este pago.' }
}

export interface Deduction extends Installments {
  type: LoanType
  /** Who deducts; null if the worker has no company. */
  company: string | null
  /** The pay date of an advance; a credit has many. */
  payDate: string
}

/** Says who takes the payment from the salary, how much per pay date, and that the worker has nothing to do. */
export function deductionText({ type, company, payDate, ...installments }: Deduction): string {
  const who = `Te lo descuenta ${company ?? 'tu empresa'} de tu nómina`
  const amount = formatMoney(installments.deduction)
  const rest = 'No tienes que hacer nada.'
  if (type === 'advance') return `${who} del ${formatLongDate(payDate)}: ${amount}. ${rest}`
  const { when, more } = payDatesText(installments)
  return `${who}: ${amount} ${when}.${more} ${rest}`
}

/** What is paid of a loan in force, and how much of it per pay date. */
export type Deducted = Pick<LoanListItem, 'frequency' | 'deduction' | 'monthly_payment' | 'to_pay'>

/** The deduction of a loan with what it is a part of; null if nothing is deducted. An offer owes nothing yet. */
export function installmentsOf({
  frequency,
  deduction,
  monthly_payment,
  to_pay,
}: Deducted): Installments | null {
  if (deduction === null) return null
  const payment = monthly_payment ?? deduction
  return { frequency, deduction, payment, missing: to_pay?.amount ?? payment }
}

/** A loan that may be deducted besides the one on the screen. */
export type OtherLoan = Deducted & Pick<LoanListItem, 'id' | 'state' | 'type' | 'folio'>

function deductionOfText({ type, folio, to_pay, ...loan }: OtherLoan): string[] {
  const installments = installmentsOf({ to_pay, ...loan })
  if (installments === null || to_pay === null) return []
  const when = type === 'credit' ? payDatesText(installments).when : `el ${formatLongDate(to_pay.by)}`
  return [`${formatMoney(installments.deduction)} ${when} por tu ${loanWords[type].name} ${folio}`]
}

/** Says what is deducted for the worker's other loans in force. Null without another. */
export function otherDeductionsText(
  loans: readonly OtherLoan[],
  shown: Pick<OtherLoan, 'id'>,
): string | null {
  const others = loans.filter(({ id, state }) => id !== shown.id && isPayable(state))
  const parts = others.flatMap(deductionOfText)
  return parts.length === 0
    ? null
    : `Aparte, tu empresa te descuenta ${new Intl.ListFormat('es').format(parts)}.`
}
