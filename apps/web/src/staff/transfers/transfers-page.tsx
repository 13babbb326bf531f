import { formatDate, formatMoney } from '@quincena/domain/format'
import { bankName } from '@quincena/domain/mexico/banks'
import type { TransferOrder } from '@quincena/domain/transfers/schema'
import { purposeNames } from '@quincena/domain/transfers/words'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { countText } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { SavedViews } from '../saved-view/saved-views.tsx'
import { PayoutsBanner } from '../transfer/payouts-banner.tsx'
import { pageSize, transferListParams, transfersQuery } from './api.ts'
import { PayoutSwitchControl } from './payout-switch.tsx'
import { transferListSearch } from './search.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import { noTransferFilters, TransferFilters } from './transfer-filters.tsx'
import { transferWords } from './transfer-words.ts'
import classes from './transfers-page.module.css'

const columns: readonly Column<TransferOrder>[] = [
  {
    key: 'tracking_key',
    header: 'Clave de rastreo',
    render: ({ tracking_key, purpose, person }) => (
      <span className={classes.account}>
        <span className={classes.code}>{tracking_key}</span>
        {purpose !== 'payout' && (
          <span className={classes.second}>
            {purposeNames[purpose]} · {person}
          </span>
        )}
      </span>
    ),
  },
  { key: 'state', header: 'Estado', render: (order) => <StatusBadge {...transferWords(order)} /> },
  {
    key: 'beneficiary_account',
    header: 'Cuenta beneficiario',
    render: ({ beneficiary_account, beneficiary_name }) => (
      <span className={classes.account}>
        <span className={classes.code}>{beneficiary_account}</span>
        <span className={classes.second}>{beneficiary_name}</span>
      </span>
    ),
  },
  {
    key: 'counterpart_institution',
    header: 'Institución destino',
    render: ({ counterpart_institution }) => bankName(String(counterpart_institution)),
  },
  {
    key: 'amount',
    header: 'Monto',
    render: ({ amount }) => formatMoney(amount),
    align: 'end',
    sortable: true,
  },
  {
    key: 'operation_date',
    header: 'Fecha de operación',
    render: ({ operation_date }) => formatDate(operation_date),
    align: 'end',
    sortable: true,
  },
]

/** Columns of the lists of orders in review and of held orders: the reason replaces the state. */
const reasonColumns: readonly Column<TransferOrder>[] = columns.map((column) =>
  column.key === 'state'
    ? {
        key: 'reason',
        header: 'Por qué',
        render: ({ review_reason, held_reason }) => (
          <span className={classes.why}>{review_reason ?? held_reason}</span>
        ),
      }
    : column,
)

const route = getRouteApi('/staff/stp')

/** Lists the STP orders, with a filter of orders in review and the switch that pauses all payouts. */
export function TransfersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = transfersQuery(search)
  const list = useListPage({ search, navigate, parse: transferListSearch, query, pageSize })
  return (
    <>
      <PageHeader
        title="Órdenes STP"
        crumbs={[<HomeCrumb key="home" />, 'Gestión']}
        detail={countText(list, 'orden', 'órdenes')}
        actions={
          <>
            <SavedViews list="transfers" search={search} />
            <ExportMenu path="/stp/export" filters={transferListParams(search)} count={list.count} />
            <PayoutSwitchControl
              isOpen={search.envios === true}
              onOpen={(isOpen) => list.show({ envios: isOpen || undefined })}
            />
          </>
        }
      />
      <PayoutsBanner consequence="Las órdenes por enviar esperan; las que tiene STP siguen su curso." />
      <TransferFilters search={search} onSearch={list.onSearch} counts={list.data?.states ?? {}} />
      <DataTable
        label="Órdenes STP"
        columns={search.needs_review === true || search.held === true ? reasonColumns : columns}
        {...list.table}
        errorTitle="Error al cargar órdenes STP."
        linkOf={({ id }) => ({ to: '/stp', search: { ...search, order: id } })}
        empty={<EmptyList search={search} onSearch={list.onSearch} none={noTransferFilters} />}
      />
      <TransferDialog id={search.order} onClose={() => list.show({ order: undefined })} />
    </>
  )
}
