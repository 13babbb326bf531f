import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { formatTime } from '@quincena/domain/format'
import type { NoticeCategory, Notification } from '@quincena/domain/notifications/schema'
import { IconTrash } from '@tabler/icons-react'
import { FolioText } from '../../components/folio-text.tsx'
import { CategoryIcon } from './category-icon.tsx'
import classes from './notification-item.module.css'
import { useSwipeAway } from './use-swipe-away.ts'

interface NotificationItemProps {
  item: Notification
  onOpen: (item: Notification) => void
  /** Resolves to false if the notification could not be deleted. */
  onRemove: (item: Notification) => Promise<boolean>
}

/** Categories that are information only: their titles are lighter than those about money or what to do. */
const quiet = new Set<NoticeCategory>(['account', 'security', 'message'])

/** Card of a notification: a tap opens it; a swipe to the left or the button deletes it. */
export function NotificationItem({ item, onOpen, onRemove }: NotificationItemProps) {
  const remove = async () => {
    if (!(await onRemove(item))) resetSwipe()
  }
  const { offset_px, isLeaving, handlers, swipeAway, resetSwipe } = useSwipeAway(() => void remove())
  const isMoving = offset_px > 0
  return (
    <li className={classes.place} data-leaving={isLeaving}>
      <span className={classes.behind} aria-hidden>
        <IconTrash size={22} stroke={1.75} />
      </span>
      <div
        className={classes.card}
        data-dragging={isMoving && !isLeaving}
        style={{ transform: `translateX(${-offset_px}px)` }}
        {...handlers}
      >
        <UnstyledButton className={classes.open} onClick={() => !isMoving && onOpen(item)}>
          <CategoryIcon category={item.category} />
          <span className={classes.words}>
            <span className={classes.title} data-quiet={quiet.has(item.category)}>
              {!item.checked && <span className={classes.unread} aria-hidden />}
              {item.title}
              {!item.checked && <VisuallyHidden>, sin leer</VisuallyHidden>}
            </span>
            <span className={classes.message}>
              <FolioText text={item.message} />
            </span>
            <time className={classes.time} dateTime={item.created_at}>
              {formatTime(item.created_at)}
            </time>
          </span>
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={48}
          radius="xl"
          onClick={swipeAway}
          aria-label={`Eliminar «${item.title}»`}
        >
          <IconTrash size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}
