import type { LegalDocumentName } from '@quincena/domain/legal/consent'

/** The names of the legal texts on a phone. */
export const legalTitles: Record<LegalDocumentName, string> = {
  terms: 'Términos y condiciones',
  privacy: 'Aviso de privacidad',
  advance_terms: 'Términos del anticipo de nómina',
}
