import { unreadCount } from '@quincena/domain/notifications/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** How many notifications the signed-in person has not opened. */
export const unreadCountQuery = queryOptions({
  queryKey: ['notifications', 'unread-count'],
  queryFn: async ({ signal }) => (await api.get(unreadCount, '/notification/unread-count', { signal })).count,
})
