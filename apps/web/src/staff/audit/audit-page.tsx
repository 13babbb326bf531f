import type { AuditRow } from '@quincena/domain/audit/schema'
import { actionName, callerName, subjectName } from '@quincena/domain/audit/words'
import { deviceName } from '@quincena/domain/device'
import { formatDateTime } from '@quincena/domain/format'
import { getRouteApi } from '@tanstack/react-router'
import { AdminOnly } from '../../components/admin-only.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { countText } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { auditParams, auditQuery } from './api.ts'
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
    render: (row) =>
      row.user_name === null ? <span className={classes.second}>Sistema</span> : callerName(row),
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
  const list = useListPage({ search, navigate, parse: auditSearch, query: auditQuery(search) })
  const onSearch = (change: AuditSearch) => list.onSearch({ acto: undefined, ...change })
  const show = (acto: number | undefined) => list.show({ acto })
  return (
    <>
      <PageHeader
        title="Auditoría"
        crumbs={[<HomeCrumb key="home" />, 'Administración', 'Auditoría']}
        detail={countText(list, 'registro', 'registros')}
        actions={<ExportMenu path="/audit/export" filters={auditParams(search)} count={list.count} />}
      />
      <ChainNotice />
      <AuditFilters search={search} onSearch={onSearch} />
      <DataTable
        label="Auditoría"
        columns={columns}
        {...list.table}
        errorTitle="No se pudo cargar la auditoría."
        linkOf={({ id }) => ({ to: '/auditoria', search: { ...search, acto: id } })}
        empty={
          <EmptyState title="Ningún registro coincide" text="Prueba con otros filtros u otras fechas." />
        }
      />
      <AuditDialog
        row={list.table.rows?.find(({ id }) => id === search.acto)}
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
