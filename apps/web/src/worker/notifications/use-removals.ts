import type { Notification } from '@quincena/domain/notifications/schema'
import { useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { useDeleteNotification, useRestoreNotification } from './api.ts'

/** Newest first, as the server lists them. */
function byAge(one: Notification, other: Notification): number {
  if (one.created_at === other.created_at) return other.id - one.id
  return one.created_at < other.created_at ? 1 : -1
}

/**
 * The notifications deleted while the screen is open keep their places in it, to be had back. On the server each is
 * deleted at once, so that closing the app changes nothing.
 */
export function useRemovals(listed: readonly Notification[]) {
  const [removed, setRemoved] = useState<readonly Notification[]>([])
  const { mutateAsync: remove } = useDeleteNotification()
  const { mutateAsync: restore, variables, isPending } = useRestoreNotification()
  const removedIds = new Set(removed.map(({ id }) => id))
  const inSight = new Map([...listed, ...removed].map((item) => [item.id, item]))
  return {
    items: [...inSight.values()].sort(byAge),
    isRemoved: (id: number) => removedIds.has(id),
    isRestoring: (id: number) => isPending && variables === id,
    /** False where it could not be deleted: its card comes back. */
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
