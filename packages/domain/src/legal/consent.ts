import { z } from 'zod'
import { instant } from '../fields.ts'

// Apart from the texts: a user has consents, and the phone's first screens load users only.

const UNKNOWN = 'No encontramos ese documento legal.'
/** The legal texts: terms of use, privacy notice, terms of an advance. */
const legalDocumentName = z.enum(['terms', 'privacy', 'advance_terms'], UNKNOWN)
export type LegalDocumentName = z.infer<typeof legalDocumentName>

/** A user's consent to one version of a legal text. */
export const consent = z.object({ document: legalDocumentName, version: z.string(), accepted_at: instant })
export type Consent = z.infer<typeof consent>

const consentName = legalDocumentName.exclude(['advance_terms'], UNKNOWN)
/** The texts a worker accepts one by one before signing. The terms of an advance are agreed to by signing one. */
export const consentNames = consentName.options

export const consentInput = z.object({
  document: consentName,
  version: z.string().min(1, 'Falta la versión del texto').max(40, 'Máximo 40 caracteres'),
})
export type ConsentInput = z.infer<typeof consentInput>

export const consentsBody = z.object({ consents: z.array(consentInput).min(1).max(10) })
