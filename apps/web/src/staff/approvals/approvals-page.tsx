import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { approvalSummaryQuery } from '../../lib/approvals.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { approvalsQuery, pageSize } from './api.ts'
import { approvalColumns } from './approval-columns.tsx'
import { ApprovalDialog } from './approval-dialog.tsx'
import classes from './approvals-page.module.css'
import { type ApprovalListSearch, approvalListSearch } from './search.ts'

const tabs = [
  { value: 'waiting', label: 'Por autorizar' },
  { value: 'mine', label: 'Mis solicitudes' },
  { value: 'decided', label: 'Decididas' },
] as const

/** Says what a lender with one active staff member cannot do. */
function AloneNotice() {
  const { data } = useQuery(approvalSummaryQuery)
  const isAdmin = useUser().user_type === 'U0'
  if (data === undefined || data.active_staff > 1) return null
  return (
    <div className={classes.alone}>
      <Notice tone="info">
        Eres la única persona activa del personal: puedes autorizar lo que pidan los trabajadores, pero lo que
        pidas tú queda en espera, porque lo autoriza otra persona.{' '}
        {isAdmin && <AnchorLink to="/registro">Registrar a otra persona</AnchorLink>}
      </Notice>
    </div>
  )
}

function Empty({ tab }: Pick<ApprovalListSearch, 'tab'>) {
  if (tab === 'mine')
    return (
      <EmptyState
        title="No has pedido autorizaciones"
        text="Cuando algo que hagas necesite a otra persona, aparecerá aquí."
      />
    )
  if (tab === 'decided') return <EmptyState title="Aún no hay autorizaciones decididas" />
  return (
    <EmptyState
      title="No tienes nada por autorizar"
      text="Cuando alguien pida mover dinero o cambiar datos importantes, aparecerá aquí."
    />
  )
}

const route = getRouteApi('/staff/autorizaciones')

/** Lists the commands that wait for a second person, those that the user requested, and those decided. */
export function ApprovalsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = approvalsQuery(search)
  const list = useListPage({ search, navigate, parse: approvalListSearch, query, pageSize })
  return (
    <>
      <PageHeader
        title="Autorizaciones"
        crumbs={[<HomeCrumb key="home" />, 'Dinero']}
        detail={pluralize(list.count, 'autorización', 'autorizaciones')}
      />
      <AloneNotice />
      <div className={classes.filters}>
        <FilterChips
          label="Autorizaciones"
          options={tabs}
          value={search.tab ?? 'waiting'}
          onChange={(tab) => list.onSearch({ tab: tab === 'waiting' ? undefined : tab })}
        />
      </div>
      <DataTable
        label="Autorizaciones"
        columns={approvalColumns}
        {...list.table}
        errorTitle="Error al cargar las autorizaciones."
        linkOf={({ id }) => ({ to: '/autorizaciones', search: { ...search, autorizacion: id } })}
        empty={<Empty tab={search.tab} />}
      />
      <ApprovalDialog id={search.autorizacion} onClose={() => list.show({ autorizacion: undefined })} />
    </>
  )
}
