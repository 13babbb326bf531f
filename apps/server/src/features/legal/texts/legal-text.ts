import type { LegalDocument } from '@quincena/domain/legal/schema'

/** A legal text as it is kept: `{lender}`, `{address}`, `{phone}`, `{email}` and `{reca}` are still to fill. */
export type LegalText = Omit<LegalDocument, 'sha256'>
