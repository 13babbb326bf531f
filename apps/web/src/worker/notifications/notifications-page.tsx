import type { Notification } from '@quincena/domain/notifications/schema'
import { IconSettings } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../components/empty-state.tsx'
import { IconLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { NoNotificationsDrawing } from '../../components/phone/empty-drawings.tsx'
import { MoreButton } from '../../components/phone/more-button.tsx'
import stack from '../../components/phone/stack.module.css'
import { ScreenHeader } from '../../components/screen-header.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { useUser } from '../../lib/session.ts'
import { today } from '../../lib/today.ts'
import { notificationsQuery, useReadNotification } from './api.ts'
import { destinationOf } from './destination.ts'
import { groupByDay } from './group-by-day.ts'
import { NotificationItem } from './notification-item.tsx'
import classes from './notifications-page.module.css'
import { RemovedItem } from './removed-item.tsx'
import { useRemovals } from './use-removals.ts'

function useOpen() {
  const { mutate } = useReadNotification()
  const navigate = useNavigate()
  return (item: Notification) => {
    if (!item.checked) mutate(item.id)
    const destination = destinationOf(item)
    if (destination) void navigate(destination)
  }
}

function List() {
  const { id } = useUser()
  const query = useInfiniteQuery(notificationsQuery(id))
  const { data, isPending, error, refetch } = query
  const open = useOpen()
  const removals = useRemovals(data?.pages.flatMap(({ results }) => results) ?? [])
  if (isPending) return <CardsSkeleton cards={4} height={100} />
  if (data === undefined)
    return <ErrorState title="No pudimos traer tus notificaciones" error={error} onRetry={refetch} />
  const { items, isRemoved, isRestoring, remove, undo } = removals
  if (items.length === 0)
    return (
      <EmptyState
        drawing={<NoNotificationsDrawing />}
        title="Estás al día"
        text="Aquí te avisamos de tus solicitudes, envíos y pagos."
      />
    )
  return (
    <>
      {groupByDay(items, today()).map(({ label, items: ofDay }) => (
        <section key={label} aria-label={label}>
          <h2 className={classes.day}>{label}</h2>
          <ul className={stack.list}>
            {ofDay.map((item) =>
              isRemoved(item.id) ? (
                <RemovedItem
                  key={item.id}
                  title={item.title}
                  isPending={isRestoring(item.id)}
                  onUndo={() => void undo(item.id)}
                />
              ) : (
                <NotificationItem key={item.id} item={item} onOpen={open} onRemove={remove} />
              ),
            )}
          </ul>
        </section>
      ))}
      <MoreButton query={query} />
    </>
  )
}

const settings = (
  <IconLink
    to="/app/notifications"
    variant="subtle"
    color="gray"
    size={48}
    radius="xl"
    aria-label="Configura tus notificaciones"
  >
    <IconSettings size={22} stroke={1.75} aria-hidden />
  </IconLink>
)

/** Screen «Notificaciones»: the worker's notifications. */
export function NotificationsPage() {
  return (
    <>
      <ScreenHeader title="Notificaciones" backTo="/app/home" action={settings} />
      <List />
    </>
  )
}
