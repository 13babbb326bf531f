import { unreadCount } from '@quincena/domain/notifications/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { keys } from './keys.ts'

const count = async (signal?: AbortSignal) =>
  (await api.get(unreadCount, '/notification/unread-count', { signal })).count

/** Number of the signed-in user's unread notifications. */
export const unreadCountQuery = queryOptions({
  queryKey: keys.notifications.unreadCount,
  queryFn: ({ signal }) => count(signal),
})

/** Updates the unread count while a screen closes; a query without an observer would be cancelled. */
export async function refreshUnread(client: QueryClient): Promise<void> {
  const fresh = await count().catch(() => undefined)
  if (fresh !== undefined) client.setQueryData(unreadCountQuery.queryKey, fresh)
}
