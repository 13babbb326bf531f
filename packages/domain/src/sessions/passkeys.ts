import { z } from 'zod'
import { id, instant, typedPassword } from '../fields.ts'
import { consentInput } from '../legal/consent.ts'
import { sessionPlace } from './schema.ts'

/** Bytes in base64url, as browsers send them (WebAuthn, PublicKeyCredential.toJSON). */
const bytes = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/)

/** How a browser reaches the passkey, for example `internal` or `usb`; the standard allows unknown ones. */
const transport = z.string().regex(/^[a-z-]{2,20}$/)
const type = z.literal('public-key')

/** What a new passkey must sign and be; the options of `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
  challenge: bytes,
  pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ id: bytes, type })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** What a passkey must sign; the options of `navigator.credentials.get`. */
export const passkeyRequest = z.object({
  challenge: bytes,
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** A browser's answer to `passkeyCreation`. */
const passkeyRegistration = z.object({
  id: bytes,
  rawId: bytes,
  type,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(transport).max(10).optional(),
  }),
})

/** A browser's answer to `passkeyRequest`. */
export const passkeyAnswer = z.object({
  id: bytes,
  rawId: bytes,
  type,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

const current_password = typedPassword('La contraseña actual no puede estar vacía.').min(
  1,
  'La contraseña actual no puede estar vacía.',
)

/** The form of a new passkey. */
export const passkeyForm = z.object({
  name: z.string().trim().min(1, 'Escribe un nombre').max(60, 'Máximo 60 caracteres'),
  current_password,
})

/** Body of `POST /auth/passkeys`. */
export const passkeyBody = passkeyForm.extend({ passkey: passkeyRegistration })
export type PasskeyBody = z.infer<typeof passkeyBody>

/** Body of `DELETE /auth/passkeys/{id}`. */
export const passkeyRemoval = z.object({ current_password })
export type PasskeyRemoval = z.infer<typeof passkeyRemoval>

/** A passkey of the caller. */
const passkeyRow = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type PasskeyRow = z.infer<typeof passkeyRow>

/** Answer of `GET /auth/passkeys`. */
export const passkeyList = z.object({ passkeys: z.array(passkeyRow) })

/** Answer of `POST /auth/passkeys`: with the recovery codes if it is the user's first factor. */
export const passkeyAdded = z.object({ passkey: passkeyRow, recovery_codes: z.array(z.string()).nullable() })

/** Body of `POST /auth/passkey-login`, a sign-in without a password. */
export const passkeyLoginBody = z.object({
  passkey: passkeyAnswer,
  device: z.string().trim().max(200, 'Máximo 200 caracteres').optional(),
  consents: z.array(consentInput).max(10).optional(),
  session: sessionPlace,
})
export type PasskeyLoginBody = z.infer<typeof passkeyLoginBody>
