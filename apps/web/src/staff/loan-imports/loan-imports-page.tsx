import { Button } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { LoanImport } from '@quincena/domain/loan-imports/schema'
import { IconDownload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Amount } from '../../components/amount.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { type ListUrl, useListPage } from '../../lib/use-list-page.ts'
import historyClasses from '../import/history.module.css'
import classes from '../import/imports-page.module.css'
import { type ImportSearch, importSearch } from '../import/search.ts'
import { number } from '../import/words.ts'
import { loanImportsQuery, pageSize, useDownloadLoanTemplate } from './api.ts'
import { LoanDocumentsCard } from './loan-documents-card.tsx'
import { LoanImportCard } from './loan-import-card.tsx'
import { LoanImportForm } from './loan-import-form.tsx'
import { loanImportWords } from './loan-words.ts'

const columns: readonly Column<LoanImport>[] = [
  { key: 'file_name', header: 'Archivo', render: ({ file_name }) => file_name },
  { key: 'state', header: 'Estado', render: ({ state }) => <StatusBadge {...loanImportWords[state]} /> },
  { key: 'created', header: 'Nuevos', render: ({ created }) => number(created), align: 'end' },
  { key: 'unchanged', header: 'Sin cambios', render: ({ unchanged }) => number(unchanged), align: 'end' },
  {
    key: 'calculated',
    header: 'Saldo según sus pagos',
    render: ({ calculated }) => <Amount cents={calculated} />,
    align: 'end',
  },
  {
    key: 'difference',
    header: 'Diferencia',
    render: ({ difference }) => <Amount cents={difference} />,
    align: 'end',
  },
  {
    key: 'created_at',
    header: 'Fecha',
    render: ({ created_at }) => formatDateTime(created_at),
    align: 'end',
  },
]

function LoanHistory(url: ListUrl<ImportSearch>) {
  const query = loanImportsQuery(url.search.page ?? 1)
  const { table } = useListPage({ ...url, parse: importSearch, query, pageSize })
  return (
    <section className={historyClasses.section}>
      <h2 className={historyClasses.title}>Cargas de préstamos</h2>
      <DataTable
        label="Cargas de préstamos"
        columns={columns}
        {...table}
        errorTitle="No se pudieron cargar las cargas de préstamos."
        linkOf={({ id }) => ({ to: '/importar-prestamos', search: { ...url.search, carga: id } })}
        empty={
          <EmptyState
            title="Aún no has importado préstamos"
            text="Descarga la plantilla y llénala con los préstamos vigentes, sus pagos y sus saldos."
          />
        }
      />
    </section>
  )
}

function TemplateButton() {
  const download = useDownloadLoanTemplate()
  return (
    <Button
      variant="default"
      leftSection={smallIcon(IconDownload)}
      loading={download.isPending}
      onClick={() => download.mutate(undefined, { onError: toast.error })}
    >
      Descargar plantilla
    </Button>
  )
}

const route = getRouteApi('/staff/importar-prestamos')

/** Imports live loans of a former system: workbook, documents, and the imports so far. */
export function LoanImportsPage() {
  const url = { search: route.useSearch(), navigate: route.useNavigate() }
  const { carga } = url.search
  const show = (change: ImportSearch) => void url.navigate({ search: (old) => ({ ...old, ...change }) })
  const mayImport = useUser().user_type === 'U0'
  const detail = 'Trae los préstamos vigentes de otro sistema, con sus pagos y su saldo conciliado.'
  return (
    <>
      <PageHeader
        title="Importar préstamos"
        crumbs={[<HomeCrumb key="home" />, 'Cargas']}
        {...(mayImport && { detail, actions: <TemplateButton /> })}
      />
      <div className={classes.stack}>
        {!mayImport && <Notice tone="info">Solo un administrador puede importar préstamos.</Notice>}
        {mayImport && carga === undefined && (
          <>
            <LoanImportForm onRequested={(id) => show({ carga: id, page: undefined })} />
            <LoanDocumentsCard />
          </>
        )}
        {mayImport && carga !== undefined && (
          <LoanImportCard id={carga} onClose={() => show({ carga: undefined })} />
        )}
        {mayImport && <LoanHistory {...url} />}
      </div>
    </>
  )
}
