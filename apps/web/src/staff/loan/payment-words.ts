import type { ExcessChoice } from '@quincena/domain/loans/apply-payment'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { EffectWords } from '@quincena/domain/payments/effect'

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

/** What each choice does with the money beyond the next installment. */
export const choiceWords: Record<ExcessChoice, { name: string; text: string }> = {
  lower_payment: { name: 'Pagos más bajos', text: 'El plazo sigue igual y baja cada pago.' },
  shorter_term: { name: 'Menos pagos', text: 'Cada pago sigue igual y termina antes.' },
  in_advance: {
    name: 'Pagos por adelantado',
    text: 'Cubre los siguientes pagos en orden y no ahorra intereses.',
  },
}
