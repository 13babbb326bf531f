import { loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import { takenAnswer, user, userListItem } from '@quincena/domain/users/schema'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, noContent } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { explained } from '../../lib/explained.ts'
import { given } from '../../lib/given.ts'
import type { UserListSearch } from './search.ts'
import type { TakenField } from './taken.ts'

export const usualPageSize = 20
export const ordersPageSize = 5

/** What the list asks for, page and all; its export asks for the same. */
export function usersAsked({ ver: _, ...filters }: UserListSearch) {
  return { page: 1, page_size: usualPageSize, ordering: '-created_at', ...given(filters) }
}

/** A page of the users; the old page stays in sight while the next one comes. */
export function usersQuery(search: UserListSearch) {
  const query = usersAsked(search)
  return queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => api.get(pageOf(userListItem), '/auth/users', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const userQueryOf = (id: number) =>
  queryOptions({
    queryKey: ['users', 'detail', id],
    queryFn: ({ signal }) => api.get(user, `/auth/user/${id}`, { signal }),
  })

/** A page of somebody's credits and advances, the newest first. */
export function userOrdersQuery(userId: number, page: number) {
  const query = { user__id: userId, page, page_size: ordersPageSize, ordering: '-created_at' }
  return queryOptions({
    queryKey: ['loans', 'of-user', query],
    queryFn: ({ signal }) => api.get(pageOf(loanListItem), '/loan', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Whether somebody has that value already. */
export function takenQuery(field: TakenField, value: string, within: object) {
  const query = { field, value, ...within }
  return queryOptions({
    queryKey: ['users', 'taken', query],
    queryFn: ({ signal }) => api.get(takenAnswer, '/auth/taken', { query, signal }),
    staleTime: 30_000,
    retry: false,
  })
}

/** An answer that nobody can read is told as what it is. */
async function readable<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unreadable') throw error
    const detail = 'Error inesperado en la respuesta del servidor.'
    throw new ApiError({ status: 422, code: error.code, detail })
  }
}

/** Every act on a person may change the lists that they are in; `log` is what its failure is called in the log. */
function useActOnUsers<Input, Output>(act: (input: Input) => Promise<Output>, log?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    meta: { log },
    onSettled: () => {
      for (const root of ['dashboard', 'loans'])
        void client.invalidateQueries({ queryKey: [root], refetchType: 'active' })
      return client.invalidateQueries({ queryKey: ['users'] })
    },
  })
}

/** Adds a person; without a password the server mails an invitation. */
export const useCreateUser = () =>
  useActOnUsers(
    (body: object) =>
      explained(
        readable(api.post(user, '/auth/users', { body })),
        'Hubo un problema al registrar el usuario.',
      ),
    'Error al registrar usuario',
  )

/** Changes what a form changed of a person, and nothing else. */
export const useUpdateUser = (id: number) =>
  useActOnUsers((body: object) =>
    explained(
      readable(api.patch(user, `/auth/user/${id}/update`, { body })),
      'Hubo un problema al actualizar el usuario.',
    ),
  )

/** Takes a person out of the lists; their history stays. */
export const useDeleteUser = () =>
  useActOnUsers((id: number) =>
    explained(api.delete(noContent, `/auth/user/${id}`), 'No se pudo eliminar el usuario.'),
  )

/** Lets a deactivated person in again. */
export const useReactivateUser = () =>
  useActOnUsers((id: number) =>
    explained(api.post(noContent, `/auth/user/${id}/reactivate`), 'No se pudo reactivar el usuario.'),
  )

/** Mails the invitation again. */
export const useInviteUser = () =>
  useActOnUsers((id: number) =>
    explained(api.post(noContent, `/auth/user/${id}/invite`), 'No se pudo enviar la invitación.'),
  )

/** Turns off somebody's second step, for who lost phone and recovery codes. */
export const useResetTwoFactor = () =>
  useActOnUsers((id: number) =>
    explained(
      api.delete(noContent, `/auth/user/${id}/two-factor`),
      'No se pudo restablecer la verificación en dos pasos.',
    ),
  )
