import { pageOf } from '@quincena/domain/page'
import { passwordConfig } from '@quincena/domain/sessions/access-config'
import { type FactorBody, factorBody } from '@quincena/domain/sessions/factors'
import {
  type ChangePasswordBody,
  changePasswordBody,
  emailConfirmationBody,
  sessionRow,
} from '@quincena/domain/sessions/schema'
import {
  type RecoveryCodesBody,
  recoveryCodes,
  recoveryCodesBody,
  type TwoFactorConfirmBody,
  type TwoFactorOffBody,
  twoFactorConfirmBody,
  twoFactorOffBody,
  twoFactorStart,
  twoFactorState,
} from '@quincena/domain/sessions/two-factor'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from './api.ts'
import { keys } from './keys.ts'
import { readQuery } from './read-query.ts'
import { useRefresh } from './refresher.ts'
import { withErrorText } from './with-error-text.ts'

const sessionsShown = 50

/** The signed-in user's first 50 open sessions, newest first. */
export const sessionsQuery = readQuery(keys.sessions.all, pageOf(sessionRow), {
  path: '/auth/sessions',
  query: {
    page_size: sessionsShown,
  },
})

/** Ends one of the user's own sessions; fails with a Spanish text to show. */
export function useEndSession() {
  return useMutation({
    mutationFn: (id: number) =>
      withErrorText(api.delete(noContent, `/auth/sessions/${id}`), 'No se pudo cerrar la sesión.'),
    onSettled: useRefresh('session'),
  })
}

/** The configured password rules; fresh for five minutes. */
export const passwordRulesQuery = queryOptions({
  ...readQuery(keys.accessConfig.password, passwordConfig, { path: '/auth/access-config' }),
  staleTime: 5 * 60_000,
})

/** Changes the password; the server ends the user's other sessions. */
export const changePassword = (body: ChangePasswordBody) =>
  withErrorText(
    api.post(noContent, '/auth/change-password', { body: z.encode(changePasswordBody, body) }),
    'No se pudo cambiar la contraseña.',
  )

/** Mails a code to the user's own address. */
export const requestEmailCode = () =>
  withErrorText(api.post(z.object({}), '/auth/email-code'), 'No se pudo enviar el código.')

/** Confirms the user's own address with the mailed code. */
export const confirmEmail = (body: z.infer<typeof emailConfirmationBody>) =>
  withErrorText(
    api.post(noContent, '/auth/email-confirmation', { body: z.encode(emailConfirmationBody, body) }),
    'No se pudo confirmar el correo.',
  )

/** Whether the user's two-factor sign-in is on. */
export const twoFactorQuery = readQuery(keys.twoFactor.state, twoFactorState, { path: '/auth/two-factor' })

/** Each call creates a new secret and makes the previous one invalid, so the query never refetches or retries. */
export const twoFactorStartQuery = queryOptions({
  queryKey: keys.twoFactor.start,
  queryFn: ({ signal }) => api.post(twoFactorStart, '/auth/two-factor', { signal }),
  staleTime: 'static',
  gcTime: 0,
  retry: false,
})

/** Turns two-factor sign-in on and returns the recovery codes, which the server sends only once. */
export const confirmTwoFactor = (body: TwoFactorConfirmBody) =>
  withErrorText(
    api.post(recoveryCodes, '/auth/two-factor/confirm', { body: z.encode(twoFactorConfirmBody, body) }),
    'No se pudo activar la verificación en dos pasos.',
  )

/** Replaces the recovery codes by new ones, which the server sends only once; asks for a recent second factor. */
export const renewRecoveryCodes = (body: RecoveryCodesBody) =>
  withErrorText(
    api.post(recoveryCodes, '/auth/recovery-codes', { body: z.encode(recoveryCodesBody, body) }),
    'No se pudieron crear los códigos.',
  )

/** Uses a second factor in this session; calls that need a recent one then succeed for some minutes. */
export const confirmFactor = (body: FactorBody) =>
  withErrorText(
    api.post(noContent, '/auth/factor', { body: z.encode(factorBody, body) }),
    'No se pudo confirmar tu identidad.',
  )

/** Turns two-factor sign-in off. */
export const turnOffTwoFactor = (body: TwoFactorOffBody) =>
  withErrorText(
    api.delete(noContent, '/auth/two-factor', { body: z.encode(twoFactorOffBody, body) }),
    'No se pudo desactivar la verificación en dos pasos.',
  )
