import { z } from 'zod'

/** As an authenticator shows it, or a recovery code; spaces and dashes do not matter. */
const code = z.string('Escribe el código').trim().min(1, 'Escribe el código').max(40, 'Máximo 40 caracteres')

/** `GET /auth/two-factor`: how the caller's second step stands. */
export const twoFactorState = z.object({
  is_on: z.boolean(),
  /** Of the ten that were shown; none while it is off. */
  recovery_codes_left: z.int().nonnegative(),
})
export type TwoFactorState = z.infer<typeof twoFactorState>

/** What an authenticator takes, by picture or by hand; answered once, never again. */
export const twoFactorStart = z.object({ secret: z.string(), otpauth_url: z.string() })
export type TwoFactorStart = z.infer<typeof twoFactorStart>

export const twoFactorConfirmBody = z.object({ code })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const twoFactorOffBody = z.object({
  current_password: z
    .string('La contraseña actual no puede estar vacía.')
    .min(1, 'La contraseña actual no puede estar vacía.')
    .max(128, 'Máximo 128 caracteres'),
  code,
})
export type TwoFactorOffBody = z.infer<typeof twoFactorOffBody>
