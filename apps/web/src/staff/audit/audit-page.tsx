import type { AuditRow } from '@quincena/domain/audit/schema'
import { actionName, subjectName } from '@quincena/domain/audit/words'
import { deviceName } from '@quincena/domain/device'
import { formatDateTime } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AdminOnly } from '../../components/admin-only.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { ExportMenu } from '../../components/export-menu.tsx'
import { EmptyState } from '../../components/message-state.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { auditAsked, auditListQuery, usualPageSize } from './api.ts'
import { AuditDialog } from './audit-dialog.tsx'
import { AuditFilters } from './audit-filters.tsx'
import classes from './audit-page.module.css'
import { ChainNotice } from './chain-notice.tsx'
import { type AuditSearch, auditSearch } from './search.ts'

const columns: readonly Column<AuditRow>[] = [
  {
    key: 'created_at',
    header: 'Fecha',
    render: ({ created_at }) => formatDateTime(created_at),
    sortable: true,
  },
  {
    key: 'user',
    header: 'Quién',
    render: ({ user_name }) => user_name ?? <span className={classes.second}>Sistema</span>,
  },
  {
    key: 'action',
    header: 'Acción',
    render: ({ action }) => <span className={classes.action}>{actionName(action)}</span>,
  },
  {
    key: 'subject',
    header: 'Sobre',
    render: ({ subject, subject_id, subject_name }) => (
      <span className={classes.subject}>
        {subject_name ?? (subject_id === null ? subjectName(subject) : `Número ${subject_id}`)}
        <span className={classes.second}>{subjectName(subject)}</span>
      </span>
    ),
  },
  {
    key: 'device',
    header: 'Dispositivo',
    render: ({ device, ip }) => (
      <span className={classes.subject}>
        {deviceName(device) ?? '—'}
        <span className={classes.second}>{ip}</span>
      </span>
    ),
  },
]

const route = getRouteApi('/staff/auditoria')

function AuditTrail() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPlaceholderData, refetch } = useQuery(auditListQuery(search))
  const onSearch = (change: AuditSearch) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, acto: undefined, ...change }) })
  const show = (acto: number | undefined) => void navigate({ search: (old) => ({ ...old, acto }) })
  return (
    <>
      <PageHeader
        title="Auditoría"
        crumbs={[<HomeCrumb key="home" />, 'Administración', 'Auditoría']}
        detail={pluralize(data?.count, 'registro', 'registros')}
        actions={<ExportMenu path="/audit/export" filters={auditAsked(search)} count={data?.count} />}
      />
      <ChainNotice />
      <AuditFilters search={search} onSearch={onSearch} />
      <DataTable
        label="Auditoría"
        columns={columns}
        rows={data?.results}
        isStale={isPlaceholderData}
        error={error}
        errorTitle="No se pudo cargar la auditoría."
        onRetry={refetch}
        ordering={search.ordering}
        onOrdering={(ordering) => onSearch(auditSearch.pick({ ordering: true }).parse({ ordering }))}
        paging={{
          page: search.page ?? 1,
          pageSize: search.page_size ?? usualPageSize,
          count: data?.count ?? 0,
          onPage: (page) => onSearch({ page }),
          onPageSize: (page_size) => onSearch(auditSearch.pick({ page_size: true }).parse({ page_size })),
        }}
        onOpen={({ id }) => show(id)}
        empty={
          <EmptyState title="Ningún registro coincide" text="Prueba con otros filtros u otras fechas." />
        }
      />
      <AuditDialog
        row={data?.results.find(({ id }) => id === search.acto)}
        onSearch={onSearch}
        onClose={() => show(undefined)}
      />
    </>
  )
}

/**
 * Audit trail for admins: who did what, on what, when and from where. Entries are read-only; a check of the hash chain
 * detects changes made outside the system.
 */
export function AuditPage() {
  const isAdmin = useUser().user_type === 'U0'
  if (isAdmin) return <AuditTrail />
  return (
    <>
      <PageHeader title="Auditoría" crumbs={[<HomeCrumb key="home" />, 'Administración', 'Auditoría']} />
      <AdminOnly />
    </>
  )
}
