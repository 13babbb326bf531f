import { Button } from '@mantine/core'
import { isEditable, type LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { RowAction } from '../../components/data-table-types.ts'
import { EmptyList } from '../../components/empty-list.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { countText } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { type ListUrl, useListPage } from '../../lib/use-list-page.ts'
import { DeleteLoanDialog } from '../loan/delete-loan-dialog.tsx'
import { EditRequestDialog } from '../loan/edit-request/edit-request-dialog.tsx'
import { loanColumns } from '../loan/loan-columns.tsx'
import { typeWords } from '../loan/words.ts'
import { SavedViews } from '../saved-view/saved-views.tsx'
import { loanListParams, loansQuery } from './api.ts'
import { LoanFilters, noLoanFilters } from './loan-filters.tsx'
import { type LoanListSearch, loanListSearch } from './search.ts'
import { useSelection } from './selection.ts'

const { user, folio, status, amount, total, due, dueDate, rate, period, requested } = loanColumns
const columns = {
  credit: [user, folio, status, amount, total, due, dueDate, rate, period, requested],
  advance: [user, folio, status, amount, total, due, dueDate, period, requested],
} as const

interface RowCallbacks {
  onEdit: (loan: LoanListItem) => void
  onDelete: (loan: LoanListItem) => void
}

function useRowActions({ onEdit, onDelete }: RowCallbacks) {
  const navigate = useNavigate()
  const isAdmin = useUser().user_type === 'U0'
  const open = ({ id, type }: LoanListItem) =>
    void navigate({ to: typeWords[type].detailPath, params: { id } })
  const actions: RowAction<LoanListItem>[] = [
    { label: 'Ver solicitud', icon: smallIcon(IconEye), onSelect: open },
    {
      label: 'Editar solicitud',
      icon: smallIcon(IconPencil),
      onSelect: onEdit,
      isHidden: (loan) => !isEditable(loan),
    },
    {
      label: 'Eliminar solicitud',
      icon: smallIcon(IconTrash),
      tone: 'danger',
      onSelect: onDelete,
      isHidden: ({ deletable }) => !isAdmin || deletable !== true,
    },
  ]
  return actions
}

const LoanSelection = lazy(async () => ({
  default: (await import('./loan-selection.tsx')).LoanSelection,
}))

/** What selected rows allow; loaded with the first selection. */
const LateSelection = (props: ComponentProps<typeof LoanSelection>) => (
  <Suspense fallback={null}>
    <LoanSelection {...props} />
  </Suspense>
)

const NewLoanDialog = lazy(async () => ({
  default: (await import('./new-loan/new-loan-dialog.tsx')).NewLoanDialog,
}))

type Show = (change: LoanListSearch) => void

/** The form of a new request, which opens by the URL. */
function NewLoan({ type, search, show }: { type: LoanType; search: LoanListSearch; show: Show }) {
  if (search.nueva !== true) return null
  const close = () => show({ nueva: undefined, persona: undefined })
  return (
    <Suspense fallback={null}>
      <NewLoanDialog type={type} person={search.persona} onClose={close} />
    </Suspense>
  )
}

function AddButton({ show }: { show: Show }) {
  return (
    <Button leftSection={smallIcon(IconPlus)} onClick={() => show({ nueva: true })}>
      Agregar
    </Button>
  )
}

const viewLists = { credit: 'credits', advance: 'advances' } as const

function LoansPage({ type, ...url }: ListUrl<LoanListSearch> & { type: LoanType }) {
  const { search } = url
  const words = typeWords[type]
  const list = useListPage({ ...url, parse: loanListSearch, query: loansQuery(type, search) })
  const { loans, onSelect } = useSelection(type)
  const ids = useMemo(() => new Set(loans.keys()), [loans])
  const [deletedLoan, setDeletedLoan] = useState<LoanListItem | null>(null)
  const [edited, setEdited] = useState<number | null>(null)
  const actions = useRowActions({ onEdit: ({ id }) => setEdited(id), onDelete: setDeletedLoan })
  return (
    <>
      <PageHeader
        title={words.list}
        crumbs={[<HomeCrumb key="home" />, 'Gestión']}
        detail={countText(list, 'solicitud', 'solicitudes')}
        actions={
          <>
            <SavedViews list={viewLists[type]} search={search} />
            <ExportMenu path="/loan/export" filters={loanListParams(type, search)} count={list.count} />
            <AddButton show={list.show} />
          </>
        }
      />
      <LoanFilters search={search} onSearch={list.onSearch} situations={list.data?.situations ?? {}} />
      <DataTable
        label={words.list}
        columns={columns[type]}
        {...list.table}
        errorTitle={words.loadError}
        linkOf={({ id }) => ({ to: words.detailPath, params: { id } })}
        actions={actions}
        selection={{ ids, onSelect, nameOf: ({ folio }) => folio }}
        selectionBar={ids.size > 0 && <LateSelection type={type} ordering={search.ordering} />}
        empty={<EmptyList search={search} onSearch={list.onSearch} none={noLoanFilters} />}
      />
      <NewLoan type={type} search={search} show={list.show} />
      <EditRequestDialog id={edited} onClose={() => setEdited(null)} />
      <DeleteLoanDialog loan={deletedLoan} onClose={() => setDeletedLoan(null)} />
    </>
  )
}

const creditsRoute = getRouteApi('/staff/creditos')
const advancesRoute = getRouteApi('/staff/anticipos')

export function CreditsPage() {
  return <LoansPage type="credit" search={creditsRoute.useSearch()} navigate={creditsRoute.useNavigate()} />
}

export function AdvancesPage() {
  return (
    <LoansPage type="advance" search={advancesRoute.useSearch()} navigate={advancesRoute.useNavigate()} />
  )
}
