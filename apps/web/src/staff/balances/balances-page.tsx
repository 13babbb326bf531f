import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyList } from '../../components/empty-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { isFiltered, type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import { balanceParams, balancesQuery, refundsQuery } from './api.ts'
import { balanceColumns } from './balance-columns.tsx'
import { BalanceTotals } from './balance-totals.tsx'
import classes from './balances-page.module.css'
import { refundColumns } from './refund-columns.tsx'
import { type BalanceListSearch, balanceListSearch } from './search.ts'

const lists = [
  { value: 'saldos', label: 'Con saldo' },
  { value: 'deben', label: 'Nos deben' },
  { value: 'devoluciones', label: 'Devoluciones abiertas' },
  { value: 'anteriores', label: 'Devoluciones anteriores' },
] as const

const route = getRouteApi('/staff/tesoreria/saldos')
const none = { search: undefined }

function WorkerSearch(list: ListProps<BalanceListSearch>) {
  return (
    <div className={classes.search}>
      <SearchField {...searchFieldOf(list)} placeholder="Nombre, clave o correo del trabajador" />
    </div>
  )
}

function Balances({ search }: { search: BalanceListSearch }) {
  const navigate = route.useNavigate()
  const query = balancesQuery(search)
  const list = useListPage({ search, navigate, parse: balanceListSearch, query })
  const isOwed = search.lista === 'deben'
  const title = isOwed ? 'Nadie nos debe dinero aparte de su préstamo' : 'Nadie tiene saldo a favor'
  return (
    <>
      <div className={classes.tools}>
        <WorkerSearch search={search} onSearch={list.onSearch} />
        <ExportMenu path="/treasury/balances/export" filters={balanceParams(search)} count={list.count} />
      </div>
      <DataTable
        label={isOwed ? 'Trabajadores que nos deben' : 'Saldos a favor'}
        columns={balanceColumns}
        {...list.table}
        errorTitle="Error al cargar los saldos."
        linkOf={({ id }) => ({ to: '/usuarios', search: { ver: id, pestana: 'saldo' } })}
        empty={
          isFiltered(search, none) ? (
            <EmptyList search={search} onSearch={list.onSearch} none={none} />
          ) : (
            <EmptyState title={title} />
          )
        }
      />
    </>
  )
}

function Refunds({ search }: { search: BalanceListSearch }) {
  const navigate = route.useNavigate()
  const query = refundsQuery(search)
  const list = useListPage({ search, navigate, parse: balanceListSearch, query })
  const isDone = search.lista === 'anteriores'
  const title = isDone ? 'Aún no hay devoluciones terminadas' : 'No hay devoluciones abiertas'
  return (
    <>
      <div className={classes.tools}>
        <WorkerSearch search={search} onSearch={list.onSearch} />
      </div>
      <DataTable
        label={isDone ? 'Devoluciones anteriores' : 'Devoluciones abiertas'}
        columns={refundColumns}
        {...list.table}
        errorTitle="Error al cargar las devoluciones."
        linkOf={({ user }) => ({ to: '/usuarios', search: { ver: user, pestana: 'saldo' } })}
        empty={
          isFiltered(search, none) ? (
            <EmptyList search={search} onSearch={list.onSearch} none={none} />
          ) : (
            <EmptyState title={title} />
          )
        }
      />
    </>
  )
}

/** Workers' balances: totals, those who have one, those who owe money apart, and the refunds. */
export function BalancesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { lista = 'saldos' } = search
  const show = (value: (typeof lists)[number]['value']) =>
    void navigate({ search: value === 'saldos' ? {} : { lista: value } })
  const showsRefunds = lista === 'devoluciones' || lista === 'anteriores'
  return (
    <>
      <PageHeader
        title="Saldos a favor"
        crumbs={[<HomeCrumb key="home" />, 'Tesorería']}
        detail="Dinero de los trabajadores que tenemos aparte de sus préstamos"
      />
      <TreasuryNav />
      <BalanceTotals />
      <div className={classes.filters}>
        <FilterChips label="Lista" options={lists} value={lista} onChange={show} />
      </div>
      {showsRefunds ? <Refunds key={lista} search={search} /> : <Balances key={lista} search={search} />}
    </>
  )
}
