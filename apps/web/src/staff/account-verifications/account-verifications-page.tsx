import { VERIFICATION_FILTERS } from '@quincena/domain/accounts/verification-schema'
import { filterNames } from '@quincena/domain/accounts/verification-words'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { verificationsQuery } from '../account-verification/api.ts'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import classes from './account-verifications-page.module.css'
import { type VerificationListSearch, verificationListSearch } from './search.ts'
import { verificationColumns } from './verification-columns.tsx'
import { VerificationDialog } from './verification-dialog.tsx'

const pageSize = 20

const filters = [
  { value: 'all' as const, label: 'Todas' },
  ...VERIFICATION_FILTERS.map((value) => ({ value, label: filterNames[value] })),
]

function Filters({ search, onSearch }: ListProps<VerificationListSearch>) {
  return (
    <div className={classes.filters}>
      <FilterChips
        label="Estado"
        options={filters}
        value={search.status ?? 'all'}
        onChange={(status) => onSearch({ status: status === 'all' ? undefined : status })}
      />
      <div className={classes.search}>
        <SearchField
          {...searchFieldOf({ search, onSearch })}
          placeholder="Nombre, CURP, cuenta o sus últimos 4 dígitos"
        />
      </div>
    </div>
  )
}

function Empty({ search: { search, status } }: { search: VerificationListSearch }) {
  if (search !== undefined) return <EmptyState title="Ninguna cuenta coincide con tu búsqueda" />
  if (status === 'mismatch') return <EmptyState title="Todas las cuentas coinciden con su titular" />
  if (status === 'unanswered') return <EmptyState title="Ninguna cuenta espera respuesta" />
  return (
    <EmptyState
      title="No hay cuentas para mostrar"
      text="Cuando alguien pida dinero con una cuenta nueva, aquí verás de quién es según su banco."
    />
  )
}

const route = getRouteApi('/staff/tesoreria/cuentas')

/** Lists the workers' accounts with who holds them according to the bank. */
export function AccountVerificationsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { page, status, search: text } = search
  const query = verificationsQuery({ page, page_size: pageSize, status, search: text })
  const list = useListPage({ search, navigate, parse: verificationListSearch, query, pageSize })
  return (
    <>
      <PageHeader
        title="Titulares de cuentas"
        crumbs={[<HomeCrumb key="home" />, 'Tesorería']}
        detail={pluralize(list.count, 'cuenta', 'cuentas')}
      />
      <TreasuryNav />
      <Filters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Titulares de cuentas"
        columns={verificationColumns}
        {...list.table}
        errorTitle="Error al cargar las cuentas."
        linkOf={({ id }) => ({ to: '/tesoreria/cuentas', search: { ...search, cuenta: id } })}
        empty={<Empty search={search} />}
      />
      <VerificationDialog id={search.cuenta} onClose={() => list.show({ cuenta: undefined })} />
    </>
  )
}
