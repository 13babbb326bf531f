import { z } from 'zod'
import { typedPassword } from '../fields.ts'
import { factorCode } from './factors.ts'

/** Answer of `GET /auth/two-factor`: the state of the caller's two-factor authentication. */
export const twoFactorState = z.object({
  is_on: z.boolean(),
  /** Number of unused recovery codes, of ten; also of a user whose only factor is a passkey. */
  recovery_codes_left: z.int().nonnegative(),
})
export type TwoFactorState = z.infer<typeof twoFactorState>

/** The secret for an authenticator app, as text and as a URL for a QR code. The server answers it once only. */
export const twoFactorStart = z.object({ secret: z.string(), otpauth_url: z.string() })
export type TwoFactorStart = z.infer<typeof twoFactorStart>

const current_password = typedPassword('La contraseña actual no puede estar vacía.').min(
  1,
  'La contraseña actual no puede estar vacía.',
)

/** Body that turns two-factor authentication on: the password and the first code of the authenticator. */
export const twoFactorConfirmBody = z.object({ current_password, code: factorCode })
export type TwoFactorConfirmBody = z.infer<typeof twoFactorConfirmBody>
/** The recovery codes; the server answers them once only. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Body that replaces the recovery codes; a second factor must have been used in the last 5 minutes. */
export const recoveryCodesBody = z.object({ current_password })
export type RecoveryCodesBody = z.infer<typeof recoveryCodesBody>

/** Body that turns two-factor authentication off. */
export const twoFactorOffBody = z.object({
  current_password,
  code: factorCode,
})
export type TwoFactorOffBody = z.infer<typeof twoFactorOffBody>
