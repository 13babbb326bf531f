import type { AccountCheck } from '@quincena/domain/accounts/verification-schema'
import { sourceNames } from '@quincena/domain/accounts/verification-words'
import type { Background } from '@quincena/domain/loans/background'

/** Spanish words of a document's review. */
export const reviewText: Record<Background['documents'][number]['review'], string> = {
  accepted: 'aceptado',
  pending: 'por revisar',
  refused: 'rechazado',
  missing: 'falta',
}

const states: Record<AccountCheck['state'], string> = {
  none: 'Sin confirmar',
  pending: 'Confirmando',
  verified: 'Confirmada',
  mismatch: 'El banco dio otro titular',
  failed: 'El banco no respondió',
}

/** Says whether an account was verified, and how; undefined: the lender does not verify accounts. */
export function checkText(check: AccountCheck | undefined): string {
  if (check === undefined) return 'Sin confirmar'
  const how = check.source === null ? '' : ` · ${sourceNames[check.source]}`
  return `${check.is_accepted ? 'Aceptada por el equipo' : states[check.state]}${how}`
}
