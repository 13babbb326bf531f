import { formatDateTime } from '@quincena/domain/format'
import type { ImportKind, ImportListItem } from '@quincena/domain/imports/schema'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { type ListUrl, useListPage } from '../../lib/use-list-page.ts'
import classes from '../import/history.module.css'
import { type ImportSearch, importSearch } from '../import/search.ts'
import { jobWords, number } from '../import/words.ts'
import { importsQuery, pageSize } from './api.ts'

const figure = (key: 'created' | 'updated' | 'unchanged' | 'rejected_count', header: string) =>
  ({ key, header, render: (job) => number(job[key]), align: 'end' }) satisfies Column<ImportListItem>

const company: Column<ImportListItem> = {
  key: 'company_name',
  header: 'Empresa',
  render: ({ company_name }) => company_name ?? '—',
}

const columns: readonly Column<ImportListItem>[] = [
  { key: 'file_name', header: 'Archivo', render: ({ file_name }) => file_name },
  { key: 'state', header: 'Estado', render: (job) => <StatusBadge {...jobWords(job)} /> },
  figure('created', 'Altas'),
  figure('updated', 'Cambios'),
  figure('unchanged', 'Sin cambios'),
  figure('rejected_count', 'Rechazadas'),
  {
    key: 'created_at',
    header: 'Fecha',
    render: ({ created_at }) => formatDateTime(created_at),
    align: 'end',
  },
]

const importPaths = { users: '/subir-usuarios', companies: '/subir-empresas' } as const

const withCompany = columns.toSpliced(1, 0, company)

interface HistoryProps extends ListUrl<ImportSearch> {
  kind: ImportKind
}

/** Lists the imports of the signed-in user. */
export function History({ kind, ...url }: HistoryProps) {
  const query = importsQuery(kind, url.search.page ?? 1)
  const { table } = useListPage({ ...url, parse: importSearch, query, pageSize })
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>Tus cargas</h2>
      <DataTable
        label="Tus cargas"
        columns={kind === 'users' ? withCompany : columns}
        {...table}
        errorTitle="No se pudieron cargar tus cargas."
        linkOf={({ id }) => ({ to: importPaths[kind], search: { ...url.search, carga: id } })}
        empty={
          <EmptyState
            title="Aún no has subido archivos"
            text="Descarga la plantilla, llénala y súbela: aquí verás cómo quedó cada carga."
          />
        }
      />
    </section>
  )
}
