import type { LegalDocument } from '@quincena/domain/legal/schema'

/**
 * A stored legal text; the placeholders `{lender}`, `{address}`, `{phone}`, `{email}` and `{reca}` are filled later.
 */
export type LegalText = Omit<LegalDocument, 'sha256'>
