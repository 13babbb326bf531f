import { ActionIcon, Popover } from '@mantine/core'
import type { notification } from '@quincena/domain/notifications/schema'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { EmptyState, ErrorState } from '../components/message-state.tsx'
import { LinesSkeleton } from '../components/skeletons.tsx'
import { unreadCountQuery } from '../lib/unread.ts'
import { latestNotificationsQuery, useReadNotification } from './api.ts'
import { NotificationList } from './notification-list.tsx'
import classes from './staff-bell.module.css'

function Latest({ userId, onOpen }: { userId: number; onOpen: () => void }) {
  const { data, error, refetch } = useQuery(latestNotificationsQuery(userId))
  const markRead = useReadNotification()
  if (error) return <ErrorState title="No pudimos traer tus notificaciones" error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={4} />
  if (data.results.length === 0)
    return <EmptyState title="Sin notificaciones" text="Aquí verás lo que pase con las solicitudes." />
  const open = (chosen: z.infer<typeof notification>) => {
    markRead.mutate(chosen)
    onOpen()
  }
  return <NotificationList items={data.results} onOpen={open} />
}

/** The staff app's notifications: a dot while some are unread; a click opens the latest 12. */
export function StaffBell({ userId }: { userId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const label = unread === 0 ? 'Notificaciones' : `Notificaciones, ${unread} sin leer`
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          className={classes.bell ?? ''}
          variant="subtle"
          color="gray"
          size={40}
          onClick={() => setIsOpen(!isOpen)}
          aria-label={label}
          data-unread={unread > 0}
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel}>
        <h2 className={classes.title}>Notificaciones</h2>
        <Latest userId={userId} onOpen={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
