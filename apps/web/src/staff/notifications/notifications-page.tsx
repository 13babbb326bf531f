import { Button } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import type { Notification } from '@quincena/domain/notifications/schema'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { TableFoot } from '../../components/data-table-foot.tsx'
import type { Paging } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { dayName } from '../../lib/day-name.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { today } from '../../lib/today.ts'
import { unreadCountQuery } from '../../lib/unread.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { notificationsQuery, useReadAll, useReadNotification } from '../notification/api.ts'
import { NotificationList } from '../notification/notification-list.tsx'
import classes from './notifications-page.module.css'
import { notificationsSearch } from './search.ts'

const pageSize = 20

const dayOf = ({ created_at }: Notification) => businessDay(created_at)

function Days({ items, onOpen }: { items: readonly Notification[]; onOpen: (item: Notification) => void }) {
  const now = today()
  return [...Map.groupBy(items, dayOf)].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`dia-${day}`}>
      <h2 className={classes.day} id={`dia-${day}`}>
        {dayName(day, now)}
      </h2>
      <NotificationList items={ofDay} onOpen={onOpen} />
    </section>
  ))
}

interface ListProps {
  table: {
    rows: readonly Notification[] | undefined
    error: unknown
    onRetry: () => unknown
    paging: Paging
  }
  emptyTitle: string
}

function List({ table: { rows, error, onRetry, paging }, emptyTitle }: ListProps) {
  const { mutate: markRead } = useReadNotification()
  if (rows === undefined && error)
    return <ErrorState title="No pudimos traer tus notificaciones" error={error} onRetry={onRetry} />
  if (rows === undefined) return <LinesSkeleton lines={8} />
  if (rows.length === 0) return <EmptyState title={emptyTitle} />
  return (
    <>
      <Days items={rows} onOpen={(item) => markRead(item)} />
      <TableFoot {...paging} />
    </>
  )
}

/** Marks as read what was received until the newest notification that the page shows. */
function ReadAllButton({ newest }: { newest: Notification | undefined }) {
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const readAll = useReadAll()
  return (
    <Button
      variant="default"
      leftSection={smallIcon(IconChecks)}
      loading={readAll.isPending}
      disabled={newest === undefined || unread === 0}
      onClick={() => newest && readAll.mutate(newest.id, { onError: toast.error })}
    >
      Marcar todas como leídas
    </Button>
  )
}

const filters = [
  { value: 'all', label: 'Todas' },
  { value: 'unread', label: 'Sin leer' },
] as const

const route = getRouteApi('/staff/notificaciones')

/** All notifications of the signed-in user, by day, newest first. */
export function NotificationsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { id: recipient } = useUser()
  const { page = 1, sin_leer } = search
  const query = notificationsQuery({ recipient, page, page_size: pageSize, checked: sin_leer && false })
  const list = useListPage({ search, navigate, parse: notificationsSearch, query, pageSize })
  const { data: unread } = useQuery(unreadCountQuery)
  const newest = page === 1 ? list.table.rows?.[0] : undefined
  return (
    <>
      <PageHeader
        title="Notificaciones"
        crumbs={[<HomeCrumb key="home" />, 'Tu cuenta']}
        detail={pluralize(unread, 'sin leer', 'sin leer')}
        actions={<ReadAllButton newest={newest} />}
      />
      <div className={classes.filters}>
        <FilterChips
          label="Notificaciones"
          options={filters}
          value={sin_leer === true ? 'unread' : 'all'}
          onChange={(value) => list.onSearch({ sin_leer: value === 'unread' || undefined })}
        />
      </div>
      <div className={classes.card}>
        <List table={list.table} emptyTitle={sin_leer === true ? 'Leíste todo' : 'Sin notificaciones'} />
      </div>
    </>
  )
}
