import { Button } from '@mantine/core'
import type { Notification } from '@quincena/domain/notifications/schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState, ErrorState } from '../../components/message-state.tsx'
import { ScreenHeader } from '../../components/screen-header.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { useUser } from '../../lib/session.ts'
import { detailPath } from '../loans/words.ts'
import stack from '../screen/stack.module.css'
import { notificationsQuery, useReadNotification } from './api.ts'
import { NotificationItem } from './notification-item.tsx'

function useOpen() {
  const { mutate } = useReadNotification()
  const navigate = useNavigate()
  return ({ id, checked, loan, loan_type }: Notification) => {
    if (!checked) mutate(id)
    if (loan !== null && loan_type !== null)
      void navigate({ to: detailPath[loan_type], params: { id: loan } })
  }
}

function List() {
  const { id } = useUser()
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(notificationsQuery(id))
  const open = useOpen()
  if (isPending) return <CardsSkeleton cards={4} height={100} />
  if (data === undefined)
    return <ErrorState title="No pudimos traer tus notificaciones" error={error} onRetry={refetch} />
  const items = data.pages.flatMap(({ results }) => results)
  if (items.length === 0)
    return <EmptyState title="Estás al día" text="Aquí te avisamos de tus solicitudes, envíos y pagos." />
  return (
    <>
      <ul className={stack.list}>
        {items.map((item) => (
          <NotificationItem key={item.id} item={item} onOpen={open} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="lg"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Ver más
        </Button>
      )}
    </>
  )
}

/** What the worker was told, as it comes in. */
export function NotificationsPage() {
  return (
    <>
      <ScreenHeader title="Notificaciones" backTo="/app/home" />
      <List />
    </>
  )
}
