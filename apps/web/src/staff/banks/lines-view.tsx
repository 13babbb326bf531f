import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import { EXPLANATION_NAMES, LINE_STATE_NAMES } from '@quincena/domain/bank-statements/rules'
import type { BankLine } from '@quincena/domain/bank-statements/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { pageSizes, searchFieldOf } from '../../lib/list-search.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import { linesQuery } from './api.ts'
import classes from './banks.module.css'
import { LineDialog } from './line-dialog.tsx'
import { lineName, lineTones } from './line-words.ts'
import { type BanksUrl, banksSearch } from './search.ts'

function Use({ payments, explained_as, explanation }: BankLine) {
  const [first, ...others] = payments
  if (explained_as !== null)
    return (
      <span className={classes.two}>
        {EXPLANATION_NAMES[explained_as]}
        <span className={classes.second}>{explanation}</span>
      </span>
    )
  if (first === undefined) return '—'
  return (
    <span className={classes.two}>
      {first.borrower}
      <span className={classes.second}>{others.length === 0 ? first.folio : `y ${others.length} más`}</span>
    </span>
  )
}

const columns: readonly Column<BankLine>[] = [
  { key: 'day', header: 'Fecha', sortable: true, render: ({ day }) => formatDate(day) },
  {
    key: 'description',
    header: 'Movimiento',
    render: (line) => (
      <span className={classes.two}>
        <span className={classes.file}>{lineName(line)}</span>
        <span className={classes.second}>{line.reference}</span>
      </span>
    ),
  },
  {
    ...{ key: 'amount', header: 'Monto', align: 'end', sortable: true },
    render: ({ amount }) => formatMoney(amount),
  },
  {
    key: 'state',
    header: 'Conciliación',
    render: ({ state }) => <StatusBadge tone={lineTones[state]} label={LINE_STATE_NAMES[state]} />,
  },
  { key: 'use', header: 'Pago o motivo', render: Use },
  {
    key: 'owner',
    header: 'Responsable',
    render: (line) => (
      <OwnerCell
        owner={line.owner}
        of={`movimiento ${lineName(line)} del ${formatDate(line.day)}`}
        path={`/treasury/bank-lines/${line.id}`}
        topics={['bank']}
      />
    ),
  },
]

const states = [
  { value: 'all', label: 'Todos' },
  { value: 'waiting', label: 'Por conciliar' },
  { value: 'partial', label: 'En parte' },
  { value: 'matched', label: 'Conciliados' },
  { value: 'explained', label: 'No son pagos' },
] as const

const none = { state: undefined, search: undefined }

/** All lines of an account with the payments that they brought or what they are. */
export function LinesView({ account, ...url }: BanksUrl & { account: BankAccount }) {
  const { search } = url
  const { state, ordering = '-day', page = 1 } = search
  const filters = { bank_account: account.id, state, ordering, search: search.search }
  const query = linesQuery({ ...filters, page, page_size: pageSizes[0] })
  const list = useListPage({ ...url, parse: banksSearch, query, pageSize: pageSizes[0] })
  return (
    <>
      <div className={classes.filters}>
        <FilterChips
          label="Conciliación"
          options={states}
          value={states.find(({ value }) => value === state)?.value ?? 'all'}
          onChange={(value) => list.onSearch({ state: value === 'all' ? undefined : value })}
        />
        <div className={classes.search}>
          <SearchField
            {...searchFieldOf({ search, onSearch: list.onSearch })}
            placeholder="Descripción, referencia o monto"
          />
        </div>
        <ExportMenu path="/treasury/bank-lines/export" filters={filters} count={list.count} />
      </div>
      <DataTable
        label="Movimientos del banco"
        columns={columns}
        {...list.table}
        ordering={ordering}
        errorTitle="Error al cargar los movimientos."
        linkOf={({ id }) => ({ to: '/tesoreria/bancos', search: { ...search, linea: id } })}
        empty={<EmptyList search={search} onSearch={list.onSearch} none={none} />}
      />
      <LineDialog id={search.linea} onClose={() => list.show({ linea: undefined })} />
    </>
  )
}
