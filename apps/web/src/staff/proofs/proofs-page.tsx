import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, listParams, searchFieldOf } from '../../lib/list-search.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { proofsQuery } from '../bank/api.ts'
import { ProofDialog } from '../bank/proof-dialog.tsx'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import { proofColumns } from './proof-columns.tsx'
import classes from './proofs-page.module.css'
import { type ProofsSearch, proofsSearch } from './search.ts'

const filters = [
  { value: 'pending', label: 'Por comprobar' },
  { value: 'late', label: 'Atrasados' },
  { value: 'rejected', label: 'Rechazados' },
  { value: 'confirmed', label: 'Comprobados' },
  { value: 'matched', label: 'Con el banco' },
] as const
type Filter = (typeof filters)[number]['value']

const filterOf = ({ state = 'pending', late }: ProofsSearch): Filter =>
  state === 'pending' && late === true ? 'late' : state

const empties: Record<Filter, { title: string; text?: string }> = {
  pending: {
    title: 'Todos los pagos están comprobados',
    text: 'Aquí aparecen los pagos que el personal registra fuera de STP, hasta que el banco u otra persona los comprueba.',
  },
  late: { title: 'Ningún pago espera más de lo debido' },
  rejected: { title: 'No hay comprobantes rechazados' },
  confirmed: { title: 'Aún no hay pagos comprobados por una persona' },
  matched: { title: 'Aún no hay pagos comprobados con el banco' },
}

function Filters({ search, onSearch }: ListProps<ProofsSearch>) {
  const choose = (value: Filter) =>
    onSearch(
      value === 'late'
        ? { state: 'pending', late: true }
        : { state: value === 'pending' ? undefined : value, late: undefined },
    )
  return (
    <div className={classes.filters}>
      <FilterChips label="Comprobación" options={filters} value={filterOf(search)} onChange={choose} />
      <div className={classes.search}>
        <SearchField
          {...searchFieldOf({ search, onSearch })}
          placeholder="Trabajador, folio, referencia o monto"
        />
      </div>
    </div>
  )
}

function Empty({ search }: { search: ProofsSearch }) {
  if (search.search !== undefined) return <EmptyState title="Ningún pago coincide con tu búsqueda" />
  return <EmptyState {...empties[filterOf(search)]} />
}

/** What waits is listed oldest first, what is decided newest first. */
const usualOrdering = ({ state = 'pending' }: ProofsSearch) =>
  state === 'pending' || state === 'rejected' ? 'created_at' : '-created_at'

const route = getRouteApi('/staff/tesoreria/por-comprobar')

/** Payments that staff registered outside STP: those that nobody proved yet, and what proved the others. */
export function ProofsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { pago, ...shown } = search
  const ordering = shown.ordering ?? usualOrdering(shown)
  const query = proofsQuery(listParams({ state: 'pending', ...shown, ordering }))
  const list = useListPage({ search, navigate, parse: proofsSearch, query })
  return (
    <>
      <PageHeader
        title="Por comprobar"
        crumbs={[<HomeCrumb key="home" />, 'Tesorería']}
        detail={pluralize(list.count, 'pago', 'pagos')}
      />
      <TreasuryNav />
      <Filters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Pagos fuera de STP"
        columns={proofColumns}
        {...list.table}
        ordering={ordering}
        errorTitle="Error al cargar los pagos."
        linkOf={({ id }) => ({ to: '/tesoreria/por-comprobar', search: { ...search, pago: id } })}
        empty={<Empty search={search} />}
      />
      <ProofDialog id={pago} onClose={() => list.show({ pago: undefined })} />
    </>
  )
}
