import type { Day } from '../dates.ts'
import { addBankDays } from '../mexico/holidays.ts'
import type { PrivacyRight } from './schema.ts'

/** Business days in which the data controller must answer (LFPDPPP of 2025, the article on the term of the answer). */
const DAYS_TO_ANSWER = 20

/** Spanish name of each right. */
export const rightNames: Record<PrivacyRight, string> = {
  access: 'Acceso',
  rectification: 'Rectificación',
  cancellation: 'Cancelación',
  opposition: 'Oposición',
  revocation: 'Revocación del consentimiento',
}

/** Returns the last day to answer a request received on a day: 20 bank days later. */
export function answerDueOn(received: Day): Day {
  return addBankDays(received, DAYS_TO_ANSWER)
}

/** Formats the folio of a privacy request: `ARCO-000012`. */
export function privacyFolio(id: number): string {
  return `ARCO-${String(id).padStart(6, '0')}`
}
