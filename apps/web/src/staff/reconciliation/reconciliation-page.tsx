import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import type { ReconciliationDay } from '@quincena/domain/reconciliation/schema'
import { IconRefresh } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { DayFilter } from '../../components/date-field.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { productName } from '../../lib/brand.ts'
import type { ListProps } from '../../lib/list-search.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { daysQuery, pageSize } from './api.ts'
import classes from './reconciliation-page.module.css'
import { dayWords, doubtText } from './reconciliation-words.ts'
import { RunDialog } from './run-dialog.tsx'
import { type ReconciliationSearch, reconciliationSearch } from './search.ts'

type Row = ReconciliationDay & { id: number }

const rowOf = (day: ReconciliationDay): Row => ({
  ...day,
  id: Number(day.operation_date.replaceAll('-', '')),
})

function amountOf(side: 'ours' | 'stp' | 'ledger') {
  return ({ totals }: Row) => (totals === null ? '—' : formatMoney(totals[side].sent.amount))
}

const columns: readonly Column<Row>[] = [
  { key: 'day', header: 'Día de operación', render: ({ operation_date }) => formatDate(operation_date) },
  { key: 'status', header: 'Estado', render: (day) => <StatusBadge {...dayWords(day)} /> },
  {
    key: 'count',
    header: 'Órdenes',
    render: ({ totals }) => totals?.stp.sent.count.toLocaleString('es-MX') ?? '—',
    align: 'end',
  },
  { key: 'ours', header: productName(), render: amountOf('ours'), align: 'end' },
  { key: 'stp', header: 'STP', render: amountOf('stp'), align: 'end' },
  { key: 'ledger', header: 'Libro contable', render: amountOf('ledger'), align: 'end' },
  {
    key: 'in_doubt',
    header: 'En duda',
    render: ({ in_doubt }) => (in_doubt.count === 0 ? '—' : doubtText(in_doubt)),
    align: 'end',
  },
  {
    key: 'received',
    header: 'Recibido',
    render: ({ totals }) =>
      totals === null || totals.received === null ? '—' : formatMoney(totals.received.stp.amount),
    align: 'end',
  },
  {
    key: 'checked_at',
    header: 'Última comparación',
    render: ({ checked_at, is_partial }) => (
      <span className={classes.checked}>
        {checked_at === null ? '—' : formatDateTime(checked_at)}
        {is_partial && <span className={classes.second}>Día aún abierto</span>}
      </span>
    ),
    align: 'end',
  },
]

const choices = [
  { value: 'all', label: 'Todos' },
  { value: 'differences', label: 'Con diferencias' },
  { value: 'doubts', label: 'En duda' },
] as const

function choiceOf({ has_differences, in_doubt }: ReconciliationSearch) {
  if (has_differences === true) return 'differences'
  return in_doubt === true ? 'doubts' : 'all'
}

function Filters({ search, onSearch }: ListProps<ReconciliationSearch>) {
  const dayInput = (name: 'from' | 'to', label: string) => (
    <DayFilter
      label={label}
      classNames={{
        root: classes.day ?? '',
        label: classes.dayLabel ?? '',
        wrapper: classes.dayField ?? '',
      }}
      day={search[name]}
      onDay={(day) => onSearch({ [name]: day })}
    />
  )
  return (
    <div className={classes.filters}>
      <FilterChips
        label="Días"
        options={choices}
        value={choiceOf(search)}
        onChange={(value) =>
          onSearch({
            has_differences: value === 'differences' ? true : undefined,
            in_doubt: value === 'doubts' ? true : undefined,
          })
        }
      />
      <div className={classes.days}>
        {dayInput('from', 'Desde')}
        {dayInput('to', 'Hasta')}
      </div>
    </div>
  )
}

const route = getRouteApi('/staff/conciliacion')

/** Lists the days on which STP's list was compared with our orders and the ledger. */
export function ReconciliationPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isRunDialogOpen, runDialog] = useDisclosure(false)
  const list = useListPage({
    search,
    navigate,
    parse: reconciliationSearch,
    query: daysQuery(search),
    pageSize,
  })
  const open = (day: string) => navigate({ to: '/conciliacion/$day', params: { day } })
  const isFiltered = search.has_differences ?? search.in_doubt ?? search.from ?? search.to
  return (
    <>
      <PageHeader
        title="Conciliación STP"
        crumbs={[<HomeCrumb key="home" />, 'Gestión']}
        detail="Cada hora comparamos las listas de STP con nuestras órdenes, los abonos y el libro contable."
        actions={
          <Button leftSection={smallIcon(IconRefresh)} onClick={runDialog.open}>
            Conciliar ahora
          </Button>
        }
      />
      <Filters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Días conciliados"
        columns={columns}
        {...list.table}
        rows={list.table.rows?.map(rowOf)}
        errorTitle="No se pudieron cargar los días."
        linkOf={({ operation_date }) => ({ to: '/conciliacion/$day', params: { day: operation_date } })}
        empty={
          <EmptyState
            title={
              isFiltered === undefined ? 'Todavía no se ha conciliado ningún día' : 'Ningún día coincide'
            }
            text={
              isFiltered === undefined
                ? 'La primera conciliación corre sola cuando cierra el día de operación.'
                : 'Prueba con otras fechas o quita los filtros.'
            }
          />
        }
      />
      <RunDialog opened={isRunDialogOpen} onClose={runDialog.close} onStarted={open} />
    </>
  )
}
