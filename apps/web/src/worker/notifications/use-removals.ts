import type { Notification } from '@quincena/domain/notifications/schema'
import { useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { useDeleteNotification, useRestoreNotification } from './api.ts'

/** Sorts newest first, like the server. */
function byAge(one: Notification, other: Notification): number {
  if (one.created_at === other.created_at) return other.id - one.id
  return one.created_at < other.created_at ? 1 : -1
}

/**
 * Keeps the notifications that were deleted on this screen in the list, so that the worker can restore them. The server
 * deletes each one immediately, so closing the app does not undo a deletion.
 */
export function useRemovals(notifications: readonly Notification[]) {
  const [removed, setRemoved] = useState<readonly Notification[]>([])
  const { mutateAsync: remove } = useDeleteNotification()
  const { mutateAsync: restore, variables, isPending } = useRestoreNotification()
  const removedIds = new Set(removed.map(({ id }) => id))
  const inSight = new Map([...notifications, ...removed].map((item) => [item.id, item]))
  return {
    items: [...inSight.values()].sort(byAge),
    isRemoved: (id: number) => removedIds.has(id),
    isRestoring: (id: number) => isPending && variables === id,
    /** Resolves to false if the deletion failed; the caller then shows the card again. */
    async remove(item: Notification): Promise<boolean> {
      try {
        await remove(item.id)
        setRemoved((before) => [...before, item])
        return true
      } catch {
        toast.error('Ocurrió un error al intentar eliminar la notificación')
        return false
      }
    },
    async undo(id: number): Promise<void> {
      await restore(id).then(
        () => setRemoved((before) => before.filter((item) => item.id !== id)),
        toast.error,
      )
    },
  }
}
