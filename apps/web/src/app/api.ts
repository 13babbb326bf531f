import { notification } from '@quincena/domain/notifications/schema'
import { pageOf } from '@quincena/domain/page'
import { quickSearchAnswer, SEARCH_LEAST } from '@quincena/domain/search/schema'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../lib/api.ts'
import { keys } from '../lib/keys.ts'
import { readQuery } from '../lib/read-query.ts'
import { useRefresh } from '../lib/refresher.ts'

/** Loads the latest 12 notifications of a member of staff. */
export const latestNotificationsQuery = (userId: number) =>
  readQuery(keys.notifications.latest(userId), pageOf(notification), {
    path: '/notification/',
    query: {
      recipient: userId,
      ordering: '-created_at',
      page_size: 12,
    },
  })

/** Marks a notification as read; one that is read already needs no call. */
export const useReadNotification = () =>
  useMutation({
    mutationFn: ({ id, checked }: z.infer<typeof notification>) =>
      checked
        ? Promise.resolve(null)
        : api.patch(notification, `/notification/${id}`, { body: { checked: true } }),
    onSettled: useRefresh('notification'),
  })

/** Searches users, loans, companies and STP orders, from the shortest text that the server accepts. */
export const quickSearchQuery = (search: string) =>
  queryOptions({
    ...readQuery(keys.search.results(search), quickSearchAnswer, { path: '/search', query: { search } }),
    enabled: search.length >= SEARCH_LEAST,
    staleTime: 15_000,
  })
