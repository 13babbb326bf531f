import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { EffectWords } from '@quincena/domain/payments/effect'
import type { PreviewOutcome } from '@quincena/domain/payments/schema'
import { pluralize } from '../../../../lib/pluralize.ts'
import type { ComparedChoice } from './choices.ts'

const workerWords = {
  payment: { one: 'tu pago', many: 'tus pagos', to: 'a tu pago' },
  debt: 'tu deuda',
  save: 'te ahorras',
}

/** The words of a payment's effect as workers read them. */
export const effectWords: Record<LoanType, EffectWords> = {
  credit: { ...workerWords, settle: 'liquidan tu crédito' },
  advance: { ...workerWords, settle: 'liquidan tu anticipo' },
}

/** Names of the compared choices. */
const choiceNames: Record<ComparedChoice, string> = {
  lower_payment: 'Bajar mis pagos',
  shorter_term: 'Terminar antes',
}

/** The name of a choice as the worker asks for it. A shorter term that only lowers the last payment ends no earlier. */
export function choiceName(excess: ComparedChoice, outcomes: readonly PreviewOutcome[]): string {
  const left = (choice: ComparedChoice) =>
    outcomes.find((outcome) => outcome.excess === choice)?.installments_left
  const isSameTerm = left('lower_payment') === left('shorter_term')
  return excess === 'shorter_term' && isSameTerm ? 'Mantener mis pagos' : choiceNames[excess]
}

const countPayments = (count: number) => pluralize(count, 'pago', 'pagos')

/** One peso: a last payment that differs by the rounding is not named. */
const noticeable_cents = 100

/** For example `11 pagos de $641.22`, or `5 pagos de $1,085.99, el último menor`. */
export function paymentsText({ installments_left, later_payment, new_amount_due }: PreviewOutcome): string {
  const text = `${countPayments(installments_left)} de ${formatMoney(later_payment)}`
  const isLastSmaller = new_amount_due < installments_left * later_payment - noticeable_cents
  return isLastSmaller ? `${text}, el último menor` : text
}

/** What is left to pay, by payments: those after the next one if that one is covered in part. Null for one payment. */
export function remainingFact(outcome: PreviewOutcome): { label: string; text: string } | null {
  const { installments_left, later_payment, to_pay, new_amount_due } = outcome
  if (installments_left < 2 || to_pay === null) return null
  if (to_pay.amount >= later_payment) return { label: 'Te quedan', text: paymentsText(outcome) }
  const rest = { installments_left: installments_left - 1, new_amount_due: new_amount_due - to_pay.amount }
  return { label: 'Después', text: paymentsText({ ...outcome, ...rest }) }
}

/** For example `hasta el 21 de noviembre de 2027`. */
export function untilText({ last_due_date }: PreviewOutcome): string {
  return last_due_date === null ? '' : `hasta el ${formatLongDate(last_due_date, { withYear: true })}`
}
