import { formatDate, formatDateTime } from '@quincena/domain/format'
import { rightNames } from '@quincena/domain/privacy-requests/rules'
import type { PrivacyRequest } from '@quincena/domain/privacy-requests/schema'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { pageSize, privacyRequestsQuery } from './api.ts'
import classes from './privacy-requests-page.module.css'
import { RequestDialog } from './request-dialog.tsx'
import { privacySearch } from './search.ts'

const states = [
  { value: 'open', label: 'Por responder' },
  { value: 'answered', label: 'Respondidas' },
  { value: 'all', label: 'Todas' },
] as const

const columns: readonly Column<PrivacyRequest>[] = [
  {
    key: 'user',
    header: 'Quién',
    render: ({ user_name, user_email }) => (
      <span>
        {user_name}
        <span className={classes.second}>{user_email}</span>
      </span>
    ),
  },
  {
    key: 'right',
    header: 'Derecho',
    render: ({ right, folio }) => (
      <span>
        {rightNames[right]}
        <span className={classes.second}>{folio}</span>
      </span>
    ),
  },
  {
    key: 'detail',
    header: 'Solicitud',
    render: ({ detail }) => <span className={classes.cut}>{detail}</span>,
  },
  { key: 'created_at', header: 'Recibida', render: ({ created_at }) => formatDateTime(created_at) },
  { key: 'answer_due', header: 'Límite', render: ({ answer_due }) => formatDate(answer_due) },
  {
    key: 'state',
    header: 'Estado',
    render: ({ state }) =>
      state === 'open' ? (
        <StatusBadge tone="pending" label="Por responder" />
      ) : (
        <StatusBadge tone="accepted" label="Respondida" />
      ),
  },
]

const route = getRouteApi('/staff/privacidad')

/** Lists the workers' requests about their personal data (ARCO rights); at first the open ones. */
export function PrivacyRequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = privacyRequestsQuery(search)
  const list = useListPage({ search, navigate, parse: privacySearch, query, pageSize })
  const show = (solicitud: number | undefined) => list.show({ solicitud })
  return (
    <>
      <PageHeader
        title="Derechos ARCO"
        crumbs={[<HomeCrumb key="home" />, 'Ayuda', 'Derechos ARCO']}
        detail={pluralize(list.count, 'solicitud', 'solicitudes')}
      />
      <div className={classes.filters}>
        <FilterChips
          label="Estado"
          options={states}
          value={search.state ?? 'open'}
          onChange={(state) => list.onSearch({ state: state === 'open' ? undefined : state })}
        />
      </div>
      <DataTable
        label="Derechos ARCO"
        columns={columns}
        {...list.table}
        errorTitle="No se pudieron cargar las solicitudes."
        linkOf={({ id }) => ({ to: '/privacidad', search: { ...search, solicitud: id } })}
        empty={<EmptyState title="No hay solicitudes por mostrar" />}
      />
      <RequestDialog
        request={list.table.rows?.find(({ id }) => id === search.solicitud)}
        onClose={() => show(undefined)}
      />
    </>
  )
}
