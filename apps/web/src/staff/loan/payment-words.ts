import type { ExcessChoice } from '@quincena/domain/loans/excess'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { EffectWords } from '@quincena/domain/payments/effect'
import type { PreviewOutcome } from '@quincena/domain/payments/schema'

const staffWords = {
  payment: { one: 'el pago', many: 'los pagos', to: 'al pago' },
  debt: 'la deuda',
  save: 'se ahorran',
}

/** The words of a payment's effect as staff read them. */
export const effectWords: Record<LoanType, EffectWords> = {
  credit: { ...staffWords, settle: 'liquidan el crédito' },
  advance: { ...staffWords, settle: 'liquidan el anticipo' },
}

const choiceWords: Record<ExcessChoice, { name: string; text: string }> = {
  lower_payment: { name: 'Pagos más bajos', text: 'El plazo sigue igual y baja cada pago.' },
  shorter_term: { name: 'Menos pagos', text: 'Cada pago sigue igual y termina antes.' },
  in_advance: {
    name: 'Pagos por adelantado',
    text: 'Cubre los siguientes pagos en orden y no ahorra intereses.',
  },
}

const sameTerm = { name: 'Mismos pagos', text: 'Cada pago sigue igual y el último es menor.' }

/**
 * What a choice does with the money beyond the next installment. A shorter term with as many payments as the lower ones
 * only lowers the last of them.
 */
export function choiceWordsOf({ excess }: PreviewOutcome, outcomes: readonly PreviewOutcome[]) {
  const left = (choice: ExcessChoice) => outcomes.find((other) => other.excess === choice)?.installments_left
  const isSameTerm = excess === 'shorter_term' && left('lower_payment') === left('shorter_term')
  return isSameTerm ? sameTerm : choiceWords[excess]
}
