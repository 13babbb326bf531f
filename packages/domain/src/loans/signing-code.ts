import { z } from 'zod'
import { instant } from '../fields.ts'
import { CODE_TRIES, SIGNING_CODE_CHANNELS } from './signing-code-rules.ts'

/** Body of `PUT /loan/signing-settings`, with the version that the change was made from. */
export const signingSettingsBody = z.object({
  channel: z.enum(SIGNING_CODE_CHANNELS, 'Elige si se pide un código al firmar'),
  version: z.int().nonnegative(),
})
export type SigningSettingsBody = z.infer<typeof signingSettingsBody>

/** The lender's setting; `has_messages` is true where a provider of messages is configured. */
export const signingSettings = signingSettingsBody.extend({ has_messages: z.boolean() })
export type SigningSettings = z.infer<typeof signingSettings>

const CODE = 'Escribe el código de 6 dígitos'

/** The six digits of a code, as they are typed or pasted: spaces between them do not count. */
export const signingCode = z
  .string(CODE)
  .max(40, CODE)
  .overwrite((text) => text.replaceAll(/[\s-]/g, ''))
  .regex(/^\d{6}$/, CODE)

/** Body of `POST /loan/{id}/signing-code`: the contract that was read. */
export const signingCodeBody = z.object({
  contract_sha256: z
    .string('Abre y lee el contrato antes de firmarlo.')
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, 'Abre y lee el contrato antes de firmarlo.'),
})

/** Answer of `POST /loan/{id}/signing-code`. */
export const sentSigningCode = z.object({
  channel: z.enum(['mail', 'message']),
  /** With most of its characters hidden: `a***@empresa.mx`. */
  address: z.string(),
  sent_at: instant,
  expires_at: instant,
  tries: z.literal(CODE_TRIES),
})
export type SentSigningCode = z.infer<typeof sentSigningCode>
