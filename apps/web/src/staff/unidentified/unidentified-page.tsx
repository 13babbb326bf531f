import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, pageSizes, searchFieldOf } from '../../lib/list-search.ts'
import { countText } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { IncomingDialog } from '../incoming-payment/incoming-dialog.tsx'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import { unidentifiedQuery } from './api.ts'
import { type UnidentifiedSearch, unidentifiedSearch } from './search.ts'
import { unidentifiedColumns } from './unidentified-columns.tsx'
import classes from './unidentified-page.module.css'

const owners = [
  { value: 'all', label: 'Todos' },
  { value: 'me', label: 'Míos' },
  { value: 'none', label: 'Sin responsable' },
] as const

const kinds = [
  { value: 'left', label: 'Por identificar' },
  { value: 'claimed', label: 'STP se lo llevó' },
] as const

function Filters({ search, onSearch }: ListProps<UnidentifiedSearch>) {
  return (
    <div className={classes.filters}>
      <FilterChips
        label="Qué aclarar"
        options={kinds}
        value={search.claimed === true ? 'claimed' : 'left'}
        onChange={(kind) => onSearch({ claimed: kind === 'claimed' ? true : undefined })}
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
          placeholder="Ordenante, cuenta, clave, concepto, monto o folio"
        />
      </div>
    </div>
  )
}

function Empty({ search }: { search: UnidentifiedSearch }) {
  if (search.search !== undefined) return <EmptyState title="Ningún abono coincide con tu búsqueda" />
  if (search.claimed === true && search.owner === undefined)
    return <EmptyState title="STP no se ha llevado dinero que ya se usó" />
  if (search.owner === 'me') return <EmptyState title="No tienes abonos por identificar" />
  if (search.owner === 'none') return <EmptyState title="Todos los abonos tienen responsable" />
  return (
    <EmptyState
      title="No hay dinero por identificar"
      text="Aquí aparece el dinero que llega sin que sepamos de quién es o para qué préstamo."
    />
  )
}

const route = getRouteApi('/staff/tesoreria/por-identificar')

/**
 * Lists received money that is left and of which no loan is known, to be identified, given to a worker or returned; or
 * what STP took back although it is used.
 */
export function UnidentifiedPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = unidentifiedQuery(search)
  const list = useListPage({ search, navigate, parse: unidentifiedSearch, query, pageSize: pageSizes[0] })
  return (
    <>
      <PageHeader
        title="Por identificar"
        crumbs={[<HomeCrumb key="home" />, 'Tesorería']}
        detail={countText(list, 'abono', 'abonos')}
      />
      <TreasuryNav />
      <Filters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Abonos por identificar"
        columns={unidentifiedColumns}
        {...list.table}
        ordering={search.ordering ?? 'received_at'}
        errorTitle="Error al cargar los abonos."
        linkOf={({ id }) => ({ to: '/tesoreria/por-identificar', search: { ...search, abono: id } })}
        empty={<Empty search={search} />}
      />
      <IncomingDialog id={search.abono} onClose={() => list.show({ abono: undefined })} />
    </>
  )
}
