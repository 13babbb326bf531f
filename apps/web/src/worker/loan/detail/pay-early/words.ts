import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { EffectWords } from '@quincena/domain/payments/effect'
import type { PreviewOutcome } from '@quincena/domain/payments/schema'
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
export const choiceNames: Record<ComparedChoice, string> = {
  lower_payment: 'Bajar mis pagos',
  shorter_term: 'Terminar antes',
}

/** For example `11 pagos de $641.22`. */
export function paymentsText({ installments_left, later_payment }: PreviewOutcome): string {
  return `${installments_left} ${installments_left === 1 ? 'pago' : 'pagos'} de ${formatMoney(later_payment)}`
}

/** For example `hasta el 21 de noviembre de 2027`. */
export function untilText({ last_due_date }: PreviewOutcome): string {
  return last_due_date === null ? '' : `hasta el ${formatLongDate(last_due_date, { withYear: true })}`
}
