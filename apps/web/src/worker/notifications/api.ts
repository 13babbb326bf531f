import { notification, notificationPatch } from '@quincena/domain/notifications/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pagesQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

const pageSize = 20

/** A worker's notifications, newest first, in pages. */
export const notificationsQuery = (recipient: number) =>
  pagesQuery(keys.notifications.list({ recipient }), notification, {
    path: '/notification/',
    query: {
      recipient,
      page_size: pageSize,
      ordering: '-created_at',
    },
  })

function useRefetchAll() {
  const refresh = useRefresh('notification')
  return async () => {
    void refreshUser()
    await refresh()
  }
}

/** Marks a notification as read. */
export function useReadNotification() {
  return useMutation({
    mutationFn: (id: number) =>
      api.patch(notification, `/notification/${id}`, {
        body: z.encode(notificationPatch, { checked: true }),
      }),
    onSettled: useRefetchAll(),
  })
}

export function useDeleteNotification() {
  return useMutation({
    mutationFn: (id: number) => api.delete(noContent, `/notification/${id}`),
    onSettled: useRefetchAll(),
  })
}

/** Restores a deleted notification; settles only after the list has been fetched again. */
export function useRestoreNotification() {
  return useMutation({
    mutationFn: (id: number) =>
      withErrorText(
        api.post(notification, `/notification/${id}/restore`),
        'No se pudo recuperar la notificación.',
      ),
    onSettled: useRefetchAll(),
  })
}
