import { pageOf } from '@quincena/domain/page'
import { passwordConfig } from '@quincena/domain/sessions/access-config'
import { type ChangePasswordBody, changePasswordBody, sessionRow } from '@quincena/domain/sessions/schema'
import {
  recoveryCodes,
  type TwoFactorOffBody,
  twoFactorConfirmBody,
  twoFactorOffBody,
  twoFactorStart,
  twoFactorState,
} from '@quincena/domain/sessions/two-factor'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from './api.ts'
import { explained } from './explained.ts'

const sessionsShown = 50

/** Where the signed-in person is signed in, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) =>
    api.get(pageOf(sessionRow), '/auth/sessions', { query: { page_size: sessionsShown }, signal }),
})

/** Ends one of the person's own sessions. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      explained(api.delete(noContent, `/auth/sessions/${id}`), 'No se pudo cerrar la sesión.'),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** What a password must have. */
export const passwordRulesQuery = queryOptions({
  queryKey: ['access-config', 'password'],
  queryFn: ({ signal }) => api.get(passwordConfig, '/auth/access-config', { signal }),
  staleTime: 5 * 60_000,
})

/** Chooses a new password; the server ends the person's other sessions. */
export const changePassword = (body: ChangePasswordBody) =>
  explained(
    api.post(noContent, '/auth/change-password', { body: z.encode(changePasswordBody, body) }),
    'No se pudo cambiar la contraseña.',
  )

/** How the person's second step stands. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor', 'state'],
  queryFn: ({ signal }) => api.get(twoFactorState, '/auth/two-factor', { signal }),
})

/** A new secret each time it is shown: nothing asks again while it is in sight, as the last one alone is good. */
export const twoFactorStartQuery = queryOptions({
  queryKey: ['two-factor', 'start'],
  queryFn: ({ signal }) => api.post(twoFactorStart, '/auth/two-factor', { signal }),
  staleTime: 'static',
  gcTime: 0,
  retry: false,
})

/** Turns the second step on; answers the recovery codes, which are told once. */
export const confirmTwoFactor = (code: string) =>
  explained(
    api.post(recoveryCodes, '/auth/two-factor/confirm', { body: z.encode(twoFactorConfirmBody, { code }) }),
    'No se pudo activar la verificación en dos pasos.',
  )

/** Turns the second step off. */
export const turnOffTwoFactor = (body: TwoFactorOffBody) =>
  explained(
    api.delete(noContent, '/auth/two-factor', { body: z.encode(twoFactorOffBody, body) }),
    'No se pudo desactivar la verificación en dos pasos.',
  )
