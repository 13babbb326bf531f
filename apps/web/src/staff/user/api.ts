import { pageOf } from '@quincena/domain/page'
import { user, userListItem } from '@quincena/domain/users/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const userQueryOf = (id: number) =>
  queryOptions({
    queryKey: ['users', 'detail', id],
    queryFn: ({ signal }) => api.get(user, `/auth/user/${id}`, { signal }),
  })

/** Loads up to three active admins. */
export const adminsQuery = queryOptions({
  queryKey: ['users', 'admins'],
  queryFn: ({ signal }) =>
    api.get(pageOf(userListItem), '/auth/users', {
      query: { user_type: 'U0', is_active: true, page_size: 3 },
      signal,
    }),
})
