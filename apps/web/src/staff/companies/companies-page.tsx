import { Button } from '@mantine/core'
import { type Company, isSearchable } from '@quincena/domain/companies/schema'
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { RowAction } from '../../components/data-table-types.ts'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { type Result, ResultDialog } from '../../components/result-dialog.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { companiesAsked, companiesQuery, usualPageSize } from './api.ts'
import { companyColumns } from './company-columns.tsx'
import { CompanyDialog } from './company-dialog.tsx'
import { CompanyFilters, type ListProps } from './company-filters.tsx'
import { CreateCompanyDialog } from './create-company-dialog.tsx'
import { DeleteCompanyDialog } from './delete-company-dialog.tsx'
import { EditCompanyDialog } from './edit-company-dialog.tsx'
import { type CompanyListSearch, companyListSearch } from './search.ts'

/** Search parameters that open a dialog. The list keeps its page while a dialog is open. */
type Shown = Pick<CompanyListSearch, 'nueva' | 'ver' | 'editar'>

interface DialogsProps {
  search: CompanyListSearch
  rows: readonly Company[] | undefined
  show: (shown: Shown) => void
}

function Dialogs({ search: { nueva, ver, editar }, rows, show }: DialogsProps) {
  const [result, setResult] = useState<Result | null>(null)
  const onSaved = (title: string) => setResult({ tone: 'done', title })
  const onClose = () => show({})
  return (
    <>
      {nueva && <CreateCompanyDialog onClose={onClose} onSaved={onSaved} />}
      {editar !== undefined && <EditCompanyDialog id={editar} onClose={onClose} onSaved={onSaved} />}
      <CompanyDialog
        id={ver}
        known={rows?.find(({ id }) => id === ver)}
        onClose={onClose}
        onEdit={(id) => show({ editar: id })}
      />
      <ResultDialog result={result} onClose={() => setResult(null)} />
    </>
  )
}

function rowActions(show: DialogsProps['show'], onDelete?: (company: Company) => void) {
  const actions: RowAction<Company>[] = [
    {
      label: 'Ver',
      icon: <IconEye size={18} stroke={1.75} aria-hidden />,
      onSelect: ({ id }) => show({ ver: id }),
    },
    {
      label: 'Editar',
      icon: <IconPencil size={18} stroke={1.75} aria-hidden />,
      onSelect: ({ id }) => show({ editar: id }),
    },
  ]
  if (onDelete)
    actions.push({
      label: 'Eliminar',
      icon: <IconTrash size={18} stroke={1.75} aria-hidden />,
      tone: 'danger',
      onSelect: onDelete,
    })
  return actions
}

function AddButton({ show }: Pick<DialogsProps, 'show'>) {
  return (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => show({ nueva: true })}
    >
      NUEVA EMPRESA
    </Button>
  )
}

function Nothing({ search, onSearch }: ListProps) {
  const isFiltered = search.search !== undefined || search.industry !== undefined
  const forget = () => onSearch({ search: undefined, industry: undefined })
  return <EmptyList isFiltered={isFiltered} onForget={forget} />
}

const route = getRouteApi('/staff/empresas')

/** Lists the partner companies with the terms on which their workers borrow. */
export function CompaniesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useUser().user_type === 'U0'
  const [doomed, setDoomed] = useState<Company | null>(null)
  const onSearch = (change: CompanyListSearch) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }) })
  const show = ({ nueva, ver, editar }: Shown) =>
    void navigate({ search: (old) => ({ ...old, nueva, ver, editar }) })
  const asked = isSearchable(search.search ?? '') ? search : { ...search, search: undefined }
  const { data, error, isPlaceholderData, refetch } = useQuery(companiesQuery(asked))
  return (
    <>
      <PageHeader
        title="Empresas"
        crumbs={[<HomeCrumb key="home" />, 'Gestión', 'Empresas']}
        detail={pluralize(data?.count, 'empresa', 'empresas')}
        actions={
          <>
            <ExportMenu path="/company/export" filters={companiesAsked(asked)} count={data?.count} />
            <AddButton show={show} />
          </>
        }
      />
      <CompanyFilters search={search} onSearch={onSearch} />
      <DataTable
        label="Empresas"
        columns={companyColumns}
        rows={data?.results}
        isStale={isPlaceholderData}
        error={error}
        errorTitle="Error al cargar las compañías"
        onRetry={refetch}
        ordering={search.ordering}
        onOrdering={(ordering) => onSearch(companyListSearch.pick({ ordering: true }).parse({ ordering }))}
        paging={{
          page: search.page ?? 1,
          pageSize: search.page_size ?? usualPageSize,
          count: data?.count ?? 0,
          onPage: (page) => onSearch({ page }),
          onPageSize: (page_size) =>
            onSearch(companyListSearch.pick({ page_size: true }).parse({ page_size })),
        }}
        onOpen={({ id }) => show({ ver: id })}
        actions={rowActions(show, isAdmin ? setDoomed : undefined)}
        empty={<Nothing search={search} onSearch={onSearch} />}
      />
      <Dialogs search={search} rows={data?.results} show={show} />
      <DeleteCompanyDialog company={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}
