import { stpBalance } from '@quincena/domain/reconciliation/schema'
import { type Owner, ownerAnswer, ownerBody } from '@quincena/domain/treasury/owner'
import { type UserType, userListItem } from '@quincena/domain/users/schema'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/**
 * Loads the last known balance of the account at STP; the server asks STP again if it is more than ten minutes old. An
 * event invalidates it when STP reports a newer balance.
 */
export const balanceQuery = readQuery(keys.balance.all, stpBalance, { path: '/stp/balance' })

/** Loads the file of a movement once: it never changes. */
export const movementFileQuery = (id: string) =>
  queryOptions({
    queryKey: keys.treasury.movementFile(id),
    queryFn: async ({ signal }) =>
      (await api.file('GET', `/treasury/cash-movements/files/${id}`, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })

const staffShown = 20

/** Loads up to 20 active staff users of a type whose name, key or e-mail contains the text. */
export const staffQuery = (user_type: Exclude<UserType, 'U2'>, search: string) =>
  pageQuery(keys.users.list, userListItem, {
    path: '/auth/users',
    query: { user_type, is_active: true, search, page_size: staffShown, ordering: 'first_name' },
  })

/** The path of a thing that has an owner, such as `/stp/incoming-payments/7`, and the topics that its change refreshes. */
export interface Owned {
  path: string
  topics: Parameters<typeof useRefresh>
}

/** Gives a thing to a staff user; null leaves it without an owner. */
export const useGiveOwner = ({ path, topics }: Owned) =>
  useMutation({
    mutationFn: (owner_id: Owner['id'] | null) =>
      withErrorText(
        api.put(ownerAnswer, `${path}/owner`, { body: z.encode(ownerBody, { owner_id }) }),
        'No se pudo cambiar al responsable.',
      ),
    onSettled: useRefresh(...topics),
  })
