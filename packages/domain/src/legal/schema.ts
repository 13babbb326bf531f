import { z } from 'zod'
import { day } from '../fields.ts'
import { filledText, textDocumentName } from '../texts/content.ts'
import { consent } from './consent.ts'
import { marketingConsent } from './marketing.ts'

/** One version of a text with the lender's data. `sha256` is the hash of its content. */
export const legalDocument = z.object({
  document: textDocumentName,
  title: z.string(),
  version: z.string(),
  effective_date: day,
  sha256: z.string(),
  sections: filledText.shape.sections,
})
export type LegalDocument = z.infer<typeof legalDocument>

/** A consent among all that a user ever gave. */
const ownConsent = consent.extend({
  /** SHA-256 of the text that was accepted. */
  sha256: z.string(),
  /** The version is in force today, so that signing does not ask for another one. */
  is_current: z.boolean(),
})
export type OwnConsent = z.infer<typeof ownConsent>

/** `GET /auth/consents`: newest first. A server of the version before has no `marketing`. */
export const ownConsents = z.object({
  consents: z.array(ownConsent),
  marketing: marketingConsent.optional(),
})
export type OwnConsents = z.infer<typeof ownConsents>
