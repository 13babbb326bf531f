import { z } from 'zod'
import { day, instant } from '../fields.ts'
import { filledText, textDocumentName } from '../texts/content.ts'

const UNKNOWN = 'No encontramos ese documento legal.'
/** The legal texts: terms of use, privacy notice, terms of an advance. */
export const legalDocumentName = textDocumentName.exclude(['faq'], UNKNOWN)
export type LegalDocumentName = z.infer<typeof legalDocumentName>

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

/** A user's consent to one version of a legal text. */
export const consent = z.object({ document: legalDocumentName, version: z.string(), accepted_at: instant })
export type Consent = z.infer<typeof consent>

/** A consent among all that a user ever gave. */
export const ownConsent = consent.extend({
  /** SHA-256 of the text that was accepted. */
  sha256: z.string(),
  /** The version is in force today, so that signing does not ask for another one. */
  is_current: z.boolean(),
})
export type OwnConsent = z.infer<typeof ownConsent>

/** `GET /auth/consents`: newest first. */
export const ownConsents = z.object({ consents: z.array(ownConsent) })

const consentName = legalDocumentName.exclude(['advance_terms'], UNKNOWN)
export type ConsentName = z.infer<typeof consentName>
/** The texts a worker accepts one by one before signing. The terms of an advance are agreed to by signing one. */
export const consentNames = consentName.options

export const consentInput = z.object({
  document: consentName,
  version: z.string().min(1, 'Falta la versión del texto').max(40, 'Máximo 40 caracteres'),
})
export type ConsentInput = z.infer<typeof consentInput>

export const consentsBody = z.object({ consents: z.array(consentInput).min(1).max(10) })
