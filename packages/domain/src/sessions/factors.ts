import { z } from 'zod'

/** A code of an authenticator app, or a recovery code. The server ignores spaces and dashes. */
export const factorCode = z
  .string('Escribe el código')
  .trim()
  .min(1, 'Escribe el código')
  .max(40, 'Máximo 40 caracteres')

/** Body of `POST /auth/factor`, with which staff confirm who they are before a call that moves money. */
export const factorBody = z.object({ code: factorCode })
export type FactorBody = z.infer<typeof factorBody>
