import { Button } from '@mantine/core'
import { type Company, isSearchable } from '@quincena/domain/companies/schema'
import { IconBuildingPlus, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { RowAction } from '../../components/data-table-types.ts'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { type Result, ResultDialog } from '../../components/result-dialog.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { useListPage } from '../../lib/use-list-page.ts'
import { SavedViews } from '../saved-view/saved-views.tsx'
import { companiesQuery, companyListParams } from './api.ts'
import { companyColumns } from './company-columns.tsx'
import { CompanyDialog } from './company-dialog.tsx'
import { CompanyFilters } from './company-filters.tsx'
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
        listedCompany={rows?.find(({ id }) => id === ver)}
        onClose={onClose}
        onEdit={(id) => show({ editar: id })}
      />
      <ResultDialog result={result} onClose={() => setResult(null)} />
    </>
  )
}

function rowActions(show: DialogsProps['show'], onDelete?: (company: Company) => void) {
  const actions: RowAction<Company>[] = [
    { label: 'Ver', icon: smallIcon(IconEye), onSelect: ({ id }) => show({ ver: id }) },
    { label: 'Editar', icon: smallIcon(IconPencil), onSelect: ({ id }) => show({ editar: id }) },
  ]
  if (onDelete)
    actions.push({ label: 'Eliminar', icon: smallIcon(IconTrash), tone: 'danger', onSelect: onDelete })
  return actions
}

function AddButton({ show }: Pick<DialogsProps, 'show'>) {
  return (
    <Button leftSection={smallIcon(IconPlus)} onClick={() => show({ nueva: true })}>
      NUEVA EMPRESA
    </Button>
  )
}

const none = { search: undefined, industry: undefined, from: undefined, to: undefined }

const route = getRouteApi('/staff/empresas')

/** Lists the partner companies with the terms on which their workers borrow. */
export function CompaniesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useUser().user_type === 'U0'
  const [deletedCompany, setDeletedCompany] = useState<Company | null>(null)
  const valid = isSearchable(search.search ?? '') ? search : { ...search, search: undefined }
  const list = useListPage({ search, navigate, parse: companyListSearch, query: companiesQuery(valid) })
  const show = ({ nueva, ver, editar }: Shown) => list.show({ nueva, ver, editar })
  return (
    <>
      <PageHeader
        title="Empresas"
        crumbs={[<HomeCrumb key="home" />, 'Gestión', 'Empresas']}
        detail={pluralize(list.count, 'empresa', 'empresas')}
        actions={
          <>
            <SavedViews list="companies" search={search} />
            <ExportMenu path="/company/export" filters={companyListParams(valid)} count={list.count} />
            {isAdmin && (
              <ButtonLink to="/subir-empresas" variant="default" leftSection={smallIcon(IconBuildingPlus)}>
                Subir archivo
              </ButtonLink>
            )}
            <AddButton show={show} />
          </>
        }
      />
      <CompanyFilters search={search} onSearch={list.onSearch} />
      <DataTable
        label="Empresas"
        columns={companyColumns}
        {...list.table}
        errorTitle="Error al cargar las compañías"
        linkOf={({ id }) => ({ to: '/empresas', search: { ...search, ver: id } })}
        actions={rowActions(show, isAdmin ? setDeletedCompany : undefined)}
        empty={<EmptyList search={search} onSearch={list.onSearch} none={none} />}
      />
      <Dialogs search={search} rows={list.table.rows} show={show} />
      <DeleteCompanyDialog company={deletedCompany} onClose={() => setDeletedCompany(null)} />
    </>
  )
}
