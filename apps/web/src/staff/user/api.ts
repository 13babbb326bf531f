import { pageOf } from '@quincena/domain/page'
import { user, userListItem } from '@quincena/domain/users/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: keys.users.detail(id),
    queryFn: ({ signal }) => api.get(user, `/auth/user/${id}`, { signal }),
  })

const admins = { user_type: 'U0', is_active: true, page_size: 3 } as const

/** Loads up to three active admins. */
export const adminsQuery = queryOptions({
  queryKey: keys.users.list(admins),
  queryFn: ({ signal }) => api.get(pageOf(userListItem), '/auth/users', { query: admins, signal }),
})
