import { UnstyledButton } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { Notification } from '@quincena/domain/notifications/schema'
import { useNavigate } from '@tanstack/react-router'
import { FolioText } from '../../components/folio-text.tsx'
import { destinationOf } from './destination.ts'
import classes from './notification-list.module.css'

interface NotificationListProps {
  items: readonly Notification[]
  onOpen: (notification: Notification) => void
}

/** Notifications, newest first; a click opens the screen that the notification is about. */
export function NotificationList({ items, onOpen }: NotificationListProps) {
  const navigate = useNavigate()
  const open = (item: Notification) => {
    onOpen(item)
    const destination = destinationOf(item)
    if (destination) void navigate(destination)
  }
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.id}>
          <UnstyledButton className={classes.item} onClick={() => open(item)}>
            <span className={classes.head}>
              {!item.checked && <span className={classes.unread} role="img" aria-label="Sin leer" />}
              {item.title}
            </span>
            <span className={classes.message}>
              <FolioText text={item.message} />
            </span>
            <time className={classes.time} dateTime={item.created_at}>
              {formatDateTime(item.created_at)}
            </time>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
