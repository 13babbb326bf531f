import { z } from 'zod'
import { instant } from '../fields.ts'

/**
 * The wording of the consent to advertising. Stored decisions name its version: a changed text gets another one, and its
 * review is described in docs/legal.md.
 */
export const MARKETING_WORDING = {
  version: '1.0',
  text: 'Acepto recibir publicidad y promociones (opcional, no afecta tu crédito)',
} as const

/** A decision about advertising. */
const marketingDecision = z.object({
  is_given: z.boolean(),
  wording_version: z.string(),
  decided_at: instant,
})
export type MarketingDecision = z.infer<typeof marketingDecision>

/** What a person decided about advertising: newest first; without a decision it is not given. */
export const marketingConsent = z.object({
  is_given: z.boolean(),
  history: z.array(marketingDecision),
})
export type MarketingConsent = z.infer<typeof marketingConsent>

/** Body of `PUT /auth/marketing-consent`. */
export const marketingConsentBody = z.object({
  is_given: z.boolean('Debe ser verdadero o falso'),
  /** The wording on the screen. */
  wording_version: z.string('Falta la versión del texto').min(1, 'Falta la versión del texto').max(40),
  place: z.enum(['settings', 'signing']),
})
export type MarketingConsentBody = z.infer<typeof marketingConsentBody>
