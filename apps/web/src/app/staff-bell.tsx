import { ActionIcon, Button, Popover } from '@mantine/core'
import type { Notification } from '@quincena/domain/notifications/schema'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../components/empty-state.tsx'
import { ButtonLink } from '../components/links.tsx'
import { ErrorState } from '../components/message-state.tsx'
import { LinesSkeleton } from '../components/skeletons.tsx'
import { toast } from '../components/toast.tsx'
import { unreadCountQuery } from '../lib/unread.ts'
import { notificationsQuery, useReadAll, useReadNotification } from '../staff/notification/api.ts'
import { NotificationList } from '../staff/notification/notification-list.tsx'
import classes from './staff-bell.module.css'

/** Number of notifications that the bell shows. */
const shownCount = 12

interface PanelProps {
  userId: number
  unread: number
  onClose: () => void
}

function Panel({ userId, unread, onClose }: PanelProps) {
  const { data, error, refetch } = useQuery(
    notificationsQuery({ recipient: userId, page: 1, page_size: shownCount }),
  )
  const markRead = useReadNotification()
  const readAll = useReadAll()
  if (error) return <ErrorState title="No pudimos traer tus notificaciones" error={error} onRetry={refetch} />
  if (data === undefined) return <LinesSkeleton lines={4} />
  const [newest] = data.results
  if (newest === undefined)
    return <EmptyState title="Sin notificaciones" text="Aquí verás lo que pase con las solicitudes." />
  const open = (chosen: Notification) => {
    markRead.mutate(chosen)
    onClose()
  }
  return (
    <>
      <div className={classes.scroll}>
        <NotificationList items={data.results} onOpen={open} />
      </div>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="xs"
          disabled={unread === 0}
          loading={readAll.isPending}
          onClick={() => readAll.mutate(newest.id, { onError: toast.error })}
        >
          Marcar todas como leídas
        </Button>
        <ButtonLink to="/notificaciones" variant="subtle" size="xs" onClick={onClose}>
          Ver todas
        </ButtonLink>
      </div>
    </>
  )
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
        <h2 className={classes.title}>
          Notificaciones {unread > 0 && <span className={classes.unreadCount}>{unread} sin leer</span>}
        </h2>
        <Panel userId={userId} unread={unread} onClose={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
