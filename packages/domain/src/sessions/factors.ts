import { z } from 'zod'
import { passkeyAnswer } from './passkeys.ts'

/** A code of an authenticator app, or a recovery code. The server ignores spaces and dashes. */
export const factorCode = z
  .string('Escribe el código')
  .trim()
  .min(1, 'Escribe el código')
  .max(40, 'Máximo 40 caracteres')

/** The form of a code that confirms who somebody is. */
export const codeForm = z.object({ code: factorCode })

/**
 * Body of `POST /auth/factor`, with which staff confirm who they are before a call that moves money: a code, or a
 * passkey's answer.
 */
export const factorBody = z.union([z.object({ passkey: passkeyAnswer }), codeForm])
export type FactorBody = z.infer<typeof factorBody>
