import { unreadCount } from '@quincena/domain/notifications/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

const count = async (signal?: AbortSignal) =>
  (await api.get(unreadCount, '/notification/unread-count', { signal })).count

/** How many notifications the signed-in person has not opened. */
export const unreadCountQuery = queryOptions({
  queryKey: ['notifications', 'unread-count'],
  queryFn: ({ signal }) => count(signal),
})

/** Asks again from a screen that is being left: what nobody shows any more, the query would give up on. */
export async function refreshUnread(client: QueryClient): Promise<void> {
  const fresh = await count().catch(() => undefined)
  if (fresh !== undefined) client.setQueryData(unreadCountQuery.queryKey, fresh)
}
