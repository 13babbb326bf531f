import { pageOf } from '@quincena/domain/page'
import { type ChangePasswordBody, changePasswordBody, sessionRow } from '@quincena/domain/sessions/schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'

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

/** Chooses a new password; the server ends the person's other sessions. */
export const changePassword = (body: ChangePasswordBody) =>
  explained(
    api.post(noContent, '/auth/change-password', { body: z.encode(changePasswordBody, body) }),
    'No se pudo cambiar la contraseña.',
  )
