import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { isFiltered, type ListProps, pageSizes, searchFieldOf } from '../../lib/list-search.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { balanceQuery } from '../treasury/api.ts'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import { movementsQuery, orderingOf } from './api.ts'
import { BalanceCheckCard } from './balance-check-card.tsx'
import classes from './cash-movements-page.module.css'
import { movementColumns } from './movement-columns.tsx'
import { MovementDialog } from './movement-dialog.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { type MovementsSearch, movementsSearch } from './search.ts'

const views = [
  { value: 'all', label: 'Todos' },
  { value: 'suspense', label: 'Por aclarar' },
  { value: 'deposit', label: 'Depósitos' },
  { value: 'withdrawal', label: 'Retiros' },
  { value: 'fee', label: 'Comisiones' },
  { value: 'reversed', label: 'Deshechos' },
] as const
type View = (typeof views)[number]['value']

const filtersOf: Record<View, Pick<MovementsSearch, 'kind' | 'state'>> = {
  all: { kind: undefined, state: undefined },
  suspense: { kind: undefined, state: 'suspense' },
  deposit: { kind: 'deposit', state: undefined },
  withdrawal: { kind: 'withdrawal', state: undefined },
  fee: { kind: 'fee', state: undefined },
  reversed: { kind: undefined, state: 'reversed' },
}

const viewOf = (search: MovementsSearch): View =>
  views.find(({ value }) => {
    const { kind, state } = filtersOf[value]
    return kind === search.kind && state === search.state
  })?.value ?? 'all'

const owners = [
  { value: 'all', label: 'De todos' },
  { value: 'me', label: 'Míos' },
  { value: 'none', label: 'Sin responsable' },
] as const

function Filters({ search, onSearch }: ListProps<MovementsSearch>) {
  return (
    <div className={classes.filters}>
      <FilterChips
        label="Qué movimientos"
        options={views}
        value={viewOf(search)}
        onChange={(view) => onSearch(filtersOf[view])}
      />
      <FilterChips
        label="Responsable"
        options={owners}
        value={search.owner ?? 'all'}
        onChange={(owner) => onSearch({ owner: owner === 'all' ? undefined : owner })}
      />
      <div className={classes.search}>
        <SearchField
          {...searchFieldOf({ search, onSearch })}
          placeholder="Clave de rastreo, concepto o monto"
        />
      </div>
    </div>
  )
}

const filters = { search: undefined, kind: undefined, owner: undefined, state: undefined }

function Empty({ search }: { search: MovementsSearch }) {
  if (search.state === 'suspense' && search.search === undefined && search.owner === undefined)
    return <EmptyState title="No hay movimientos por aclarar" />
  if (isFiltered(search, filters)) return <EmptyState title="Ningún movimiento coincide" />
  return (
    <EmptyState
      title="Aún no hay movimientos propios en STP"
      text="Aquí aparecen los depósitos, retiros y comisiones de la cuenta en STP que no son órdenes de préstamos ni abonos."
    />
  )
}

const route = getRouteApi('/staff/tesoreria/movimientos')

/** The check of the balance at STP, and the lender's own movements there. */
export function CashMovementsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = movementsQuery(search)
  const list = useListPage({ search, navigate, parse: movementsSearch, query, pageSize: pageSizes[0] })
  const [isRecording, recording] = useDisclosure(false)
  // A balance of more than ten minutes ago is asked for again; the answer arrives as an event.
  useQuery(balanceQuery)
  return (
    <>
      <PageHeader
        title="Movimientos en STP"
        crumbs={[<HomeCrumb key="home" />, 'Tesorería']}
        detail="Lo que el prestamista pone, saca y paga en su cuenta, y si el saldo cuadra"
        actions={<Button onClick={recording.open}>Registrar movimiento</Button>}
      />
      <TreasuryNav />
      <BalanceCheckCard />
      <section aria-labelledby="movimientos-propios">
        <h2 className={classes.title} id="movimientos-propios">
          Movimientos propios
        </h2>
        <Filters search={search} onSearch={list.onSearch} />
        <DataTable
          label="Movimientos propios en STP"
          columns={movementColumns}
          {...list.table}
          ordering={orderingOf(search)}
          errorTitle="Error al cargar los movimientos."
          linkOf={({ id }) => ({ to: '/tesoreria/movimientos', search: { ...search, movimiento: id } })}
          empty={<Empty search={search} />}
        />
      </section>
      <MovementDialog id={search.movimiento} onClose={() => list.show({ movimiento: undefined })} />
      <RecordDialog opened={isRecording} onClose={recording.close} />
    </>
  )
}
