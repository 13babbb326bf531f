import { formatDate } from '@quincena/domain/format'
import { getRouteApi } from '@tanstack/react-router'
import { ChosenFilter } from '../../components/chosen-filter.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { countText } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { IncomingDialog } from '../incoming-payment/incoming-dialog.tsx'
import { incomingPaymentsQuery, pageSize } from './api.ts'
import { incomingColumns } from './incoming-columns.tsx'
import classes from './incoming-payments-page.module.css'
import { type IncomingListSearch, incomingListSearch } from './search.ts'

const statuses = [
  { value: 'open', label: 'Por registrar' },
  { value: 'unconfirmed', label: 'Sin confirmar con STP' },
  { value: 'confirmed', label: 'Registrados' },
  { value: 'dismissed', label: 'Descartados' },
  { value: 'all', label: 'Todos' },
] as const

function Filters({ search, onSearch }: ListProps<IncomingListSearch>) {
  return (
    <div className={classes.filters}>
      <FilterChips
        label="Estado"
        options={statuses}
        value={search.status ?? 'open'}
        onChange={(status) => onSearch({ status: status === 'open' ? undefined : status })}
      />
      {search.found === true && (
        <ChosenFilter
          label="Encontrados por la conciliación"
          onRemove={() => onSearch({ found: undefined })}
        />
      )}
      {search.unidentified !== undefined && (
        <ChosenFilter
          label={search.unidentified ? 'Por identificar' : 'Sin los que están por identificar'}
          onRemove={() => onSearch({ unidentified: undefined })}
        />
      )}
      {search.operation_date !== undefined && (
        <ChosenFilter
          label={`Día ${formatDate(search.operation_date)}`}
          onRemove={() => onSearch({ operation_date: undefined })}
        />
      )}
      <div className={classes.search}>
        <SearchField
          {...searchFieldOf({ search, onSearch })}
          placeholder="Ordenante, cuenta, clave, concepto, monto o folio"
        />
      </div>
    </div>
  )
}

function Empty({ search }: { search: IncomingListSearch }) {
  if (search.search !== undefined) return <EmptyState title="Ningún abono coincide con tu búsqueda" />
  if (search.status === 'unconfirmed') return <EmptyState title="STP ha confirmado todos los abonos" />
  if (search.status !== undefined) return <EmptyState title="Aún no hay abonos para mostrar" />
  return (
    <EmptyState
      title="No hay abonos por registrar"
      text="Cuando llegue dinero a la cuenta de STP y STP lo confirme, aparecerá aquí."
    />
  )
}

const route = getRouteApi('/staff/abonos')

/** Lists the money that arrived at the lender's account, to be registered as payments of loans. */
export function IncomingPaymentsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = incomingPaymentsQuery(search)
  const list = useListPage({ search, navigate, parse: incomingListSearch, query, pageSize })
  return (
    <>
      <PageHeader
        title="Abonos recibidos"
        crumbs={[<HomeCrumb key="home" />, 'Gestión']}
        detail={countText(list, 'abono', 'abonos')}
      />
      <Filters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Abonos recibidos"
        columns={incomingColumns}
        {...list.table}
        errorTitle="Error al cargar los abonos."
        linkOf={({ id }) => ({ to: '/abonos', search: { ...search, abono: id } })}
        empty={<Empty search={search} />}
      />
      <IncomingDialog id={search.abono} onClose={() => list.show({ abono: undefined })} />
    </>
  )
}
