import { factorBody } from '@quincena/domain/sessions/factors'
import {
  type PasskeyLoginBody,
  type PasskeyRemoval,
  passkeyAdded,
  passkeyBody,
  passkeyCreation,
  passkeyList,
  passkeyRemoval,
  passkeyRequest,
} from '@quincena/domain/sessions/passkeys'
import { z } from 'zod'
import { api, noContent } from './api.ts'
import { keys } from './keys.ts'
import { askPasskey, createPasskey } from './passkeys.ts'
import { readQuery } from './read-query.ts'
import { withErrorText } from './with-error-text.ts'

/** The user's passkeys, oldest first. */
export const passkeysQuery = readQuery(keys.twoFactor.passkeys, passkeyList, { path: '/auth/passkeys' })

/** Makes a passkey in this browser and adds it; the first factor returns recovery codes, once. */
export async function addPasskey({ name, current_password }: { name: string; current_password: string }) {
  const options = await withErrorText(
    api.post(passkeyCreation, '/auth/passkeys/start'),
    'No se pudo agregar la llave de acceso.',
  )
  const body = z.encode(passkeyBody, { name, current_password, passkey: await createPasskey(options) })
  return withErrorText(
    api.post(passkeyAdded, '/auth/passkeys', { body }),
    'No se pudo agregar la llave de acceso.',
  )
}

/** Removes a passkey. */
export const removePasskey = (id: number, body: PasskeyRemoval) =>
  withErrorText(
    api.delete(noContent, `/auth/passkeys/${id}`, { body: z.encode(passkeyRemoval, body) }),
    'No se pudo quitar la llave de acceso.',
  )

/** Uses a passkey of this site and returns its answer, for a sign-in or a confirmation. */
export async function answerWithPasskey(): Promise<PasskeyLoginBody['passkey']> {
  const options = await withErrorText(
    api.post(passkeyRequest, '/auth/passkey-login/start'),
    'No se pudo usar la llave de acceso.',
  )
  return askPasskey(options)
}

/** Uses a passkey as second factor in this session. */
export async function confirmWithPasskey(): Promise<void> {
  const body = z.encode(factorBody, { passkey: await answerWithPasskey() })
  await withErrorText(api.post(noContent, '/auth/factor', { body }), 'No se pudo confirmar tu identidad.')
}
