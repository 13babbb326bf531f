import { ownConsents } from '@quincena/domain/legal/schema'
import { loanListItem } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import { pageOf } from '@quincena/domain/page'
import { takenAnswer, type takenQuery, user, userListItem } from '@quincena/domain/users/schema'
import { balanceMovement, receivableBody, workerBalance } from '@quincena/domain/worker-balances/schema'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { UserListSearch } from './search.ts'

export const loansPageSize = 5

/** Query parameters of the user list. The export sends the same parameters. */
export const userListParams = ({ ver: _, pestana: __, nuevo: ___, ...filters }: UserListSearch) =>
  listParams(filters)

/** Loads a page of users. The previous page stays visible while the next one loads. */
export const usersQuery = (search: UserListSearch) =>
  pageQuery(keys.users.list, userListItem, { path: '/auth/users', query: userListParams(search) })

/** Loads a page of a user's credits and advances, newest first. */
export function userLoansQuery(userId: number, page: number) {
  const query = { user__id: userId, page, page_size: loansPageSize, ordering: '-created_at' }
  return pageQuery(keys.loans.list, loanListItem, { path: '/loan', query })
}

/** Loads every consent that a user gave, newest first. */
export const consentsOfQuery = (user_id: number) =>
  readQuery(keys.consents.detail(user_id), ownConsents, { path: `/auth/user/${user_id}/consents` })

/** A field whose value only one user may have. */
export type UniqueField = z.output<typeof takenQuery>['field']

/** Asks whether another user already has the value. */
export function uniquenessQuery(field: UniqueField, value: string, within: object) {
  const query = { field, value, ...within }
  return queryOptions({
    ...readQuery(keys.users.uniqueness(query), takenAnswer, { path: '/auth/taken', query }),
    staleTime: 30_000,
    retry: false,
  })
}

/** Replaces the error of an unreadable answer by one with status 422 and a text of its own. */
async function readable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unreadable') throw error
    const detail = 'Error inesperado en la respuesta del servidor.'
    throw new ApiError({ status: 422, code: error.code, detail })
  }
}

/**
 * Mutation on a user, whom the lists of loans show too. `failed` is the error text of a failure without a reason, `log`
 * the name of the failure in the log.
 */
function useUserMutation<Input, Output>(
  call: (input: Input) => Promise<Output>,
  { failed, log }: { failed: string; log?: string },
) {
  const mutationFn = (input: Input) => withErrorText(call(input), failed)
  return useMutation({ mutationFn, meta: { log }, onSettled: useRefresh('user', 'loan') })
}

/** Adds a user. Without a password the server sends an invitation by mail. */
export const useCreateUser = () =>
  useUserMutation((body: object) => readable(api.post(user, '/auth/users', { body })), {
    failed: 'Hubo un problema al registrar el usuario.',
    log: 'Error al registrar usuario',
  })

/** Updates the changed fields of a user. */
export const useUpdateUser = (id: number) =>
  useUserMutation((body: object) => readable(api.patch(user, `/auth/user/${id}/update`, { body })), {
    failed: 'Hubo un problema al actualizar el usuario.',
  })

/** Deletes a user from the lists; the history stays. */
export const useDeleteUser = () =>
  useUserMutation((id: number) => api.delete(noContent, `/auth/user/${id}`), {
    failed: 'No se pudo eliminar el usuario.',
  })

/** Reactivates a deactivated user. */
export const useReactivateUser = () =>
  useUserMutation((id: number) => api.post(noContent, `/auth/user/${id}/reactivate`), {
    failed: 'No se pudo reactivar el usuario.',
  })

/** Sends the invitation again by mail. */
export const useInviteUser = () =>
  useUserMutation((id: number) => api.post(noContent, `/auth/user/${id}/invite`), {
    failed: 'No se pudo enviar la invitación.',
  })

/** Turns off two-factor verification of a user who lost both the device and the recovery codes. */
export const useResetTwoFactor = () =>
  useUserMutation((id: number) => api.delete(noContent, `/auth/user/${id}/two-factor`), {
    failed: 'No se pudo restablecer la verificación en dos pasos.',
  })

export const movementsPageSize = 10

/** Loads a page of the movements of a worker's balance, newest first. */
export function movementsQuery(user_id: number, page: number) {
  const query = { page, page_size: movementsPageSize }
  return pageQuery((shown) => keys.workerBalances.movements(user_id, shown), balanceMovement, {
    ...{ path: `/treasury/balances/${user_id}/movements`, query },
  })
}

/** Loads the open loans of a worker, which are normally one of each type. */
export function openLoansOfQuery(user_id: number) {
  const query = { user__id: user_id, open: true, page: 1, page_size: 20 }
  return readQuery(keys.loans.list(query), pageOf(loanListItem), { path: '/loan', query })
}

/** Takes an amount in centavos of what a worker owes apart from the loans out of the worker's balance. */
export function usePayReceivable(user_id: number) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (amount: Cents) =>
      withErrorText(
        api.post(workerBalance, `/treasury/balances/${user_id}/pay-receivable`, {
          ...{ body: z.encode(receivableBody, { amount }), attempt },
        }),
        'No se pudo cobrar del saldo a favor. Intenta de nuevo.',
      ),
    onSettled: useRefresh('worker_balance'),
  })
}
