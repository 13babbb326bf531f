import { notification, readNotificationsBody, unreadCount } from '@quincena/domain/notifications/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

interface NotificationsPage {
  recipient: number
  page: number
  page_size: number
  /** Only those read or unread; undefined for both. */
  checked?: boolean | undefined
}

/** Loads a page of the notifications of a member of staff, newest first. */
export const notificationsQuery = (query: NotificationsPage) =>
  pageQuery(keys.notifications.list, notification, {
    path: '/notification/',
    query: { ...query, ordering: '-created_at' },
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

/** Marks all notifications as read, up to the newest that the user has seen. */
export const useReadAll = () =>
  useMutation({
    mutationFn: (until: number) =>
      withErrorText(
        api.post(unreadCount, '/notification/read', { body: z.encode(readNotificationsBody, { until }) }),
        'No se pudieron marcar como leídas.',
      ),
    onSettled: useRefresh('notification'),
  })
