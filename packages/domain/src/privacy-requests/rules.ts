import type { Day } from '../dates.ts'
import { addBankDays } from '../mexico/holidays.ts'
import type { PrivacyRight } from './schema.ts'

/** Business days that the controller has to answer (LFPDPPP of 2025, the article on the term of the answer). */
const DAYS_TO_ANSWER = 20

export const rightNames: Record<PrivacyRight, string> = {
  access: 'Acceso',
  rectification: 'Rectificación',
  cancellation: 'Cancelación',
  opposition: 'Oposición',
  revocation: 'Revocación del consentimiento',
}

/** The last day to answer a request that arrived on a day: twenty business days later, bank holidays left out. */
export function answerDueOn(received: Day): Day {
  return addBankDays(received, DAYS_TO_ANSWER)
}

/** `ARCO-000012` */
export function privacyFolio(id: number): string {
  return `ARCO-${String(id).padStart(6, '0')}`
}
