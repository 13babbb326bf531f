import { addDays, type Day } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import { today } from '../../lib/today.ts'

/** Until when an offer can be signed: `Firma antes del 4 de diciembre`. Null without an offer. */
export function signByText(offer_expires_on: Day | null): string | null {
  if (offer_expires_on === null) return null
  if (offer_expires_on <= today()) return 'Firma hoy: es el último día'
  return `Firma antes del ${formatLongDate(addDays(offer_expires_on, 1))}`
}
