import type { Feedback } from '@quincena/domain/feedback/schema'
import { formatDateTime } from '@quincena/domain/format'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { feedbackQuery } from './api.ts'
import classes from './feedback-page.module.css'
import { feedbackSearch } from './search.ts'

const words = {
  low: { tone: 'rejected', label: 'Mal' },
  medium: { tone: 'pending', label: 'Regular' },
  high: { tone: 'accepted', label: 'Bien' },
} as const

const levels = [
  { value: 'all', label: 'Todas' },
  { value: 'low', label: 'Mal' },
  { value: 'medium', label: 'Regular' },
  { value: 'high', label: 'Bien' },
] as const

const columns: readonly Column<Feedback>[] = [
  { key: 'user', header: 'Quién', render: ({ user_name }) => user_name },
  { key: 'level', header: 'Cómo le ha ido', render: ({ level }) => <StatusBadge {...words[level]} /> },
  {
    key: 'message',
    header: 'Comentario',
    render: ({ message }) => <span className={classes.message}>{message === '' ? '—' : message}</span>,
  },
  { key: 'created_at', header: 'Fecha', render: ({ created_at }) => formatDateTime(created_at) },
]

const route = getRouteApi('/staff/opiniones')

/** Lists the workers' feedback about the app. */
export function FeedbackPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListPage({ search, navigate, parse: feedbackSearch, query: feedbackQuery(search) })
  return (
    <>
      <PageHeader
        title="Opiniones"
        crumbs={[<HomeCrumb key="home" />, 'Ayuda', 'Opiniones']}
        detail={pluralize(list.count, 'opinión', 'opiniones')}
      />
      <div className={classes.filters}>
        <FilterChips
          label="Cómo les ha ido"
          options={levels}
          value={search.level ?? 'all'}
          onChange={(level) => list.onSearch({ level: level === 'all' ? undefined : level })}
        />
      </div>
      <DataTable
        label="Opiniones"
        columns={columns}
        {...list.table}
        errorTitle="No se pudieron cargar las opiniones."
        empty={<EmptyState title="Aún no hay opiniones" />}
      />
    </>
  )
}
