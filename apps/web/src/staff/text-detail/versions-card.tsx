import { formatDate } from '@quincena/domain/format'
import type { TextVersion } from '@quincena/domain/texts/schema'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { authorsOf, versionBadge } from '../text/words.ts'
import type { TextDetailSearch } from './search.ts'
import classes from './text-detail-page.module.css'

function Authors({ version }: { version: TextVersion }) {
  const { by, detail } = authorsOf(version)
  return (
    <span className={classes.two}>
      <span>{by}</span>
      {detail !== null && <span className={classes.second}>{detail}</span>}
    </span>
  )
}

const columns: readonly Column<TextVersion>[] = [
  {
    key: 'version',
    header: 'Versión',
    render: ({ version }) => <span className={classes.opens}>{version}</span>,
  },
  {
    key: 'effective_date',
    header: 'En vigor desde',
    render: ({ effective_date }) => formatDate(effective_date),
  },
  { key: 'state', header: 'Estado', render: (version) => <StatusBadge {...versionBadge(version)} /> },
  {
    key: 'summary',
    header: 'Qué cambió',
    render: ({ summary }) => <span className={classes.summary}>{summary === '' ? '—' : summary}</span>,
  },
  { key: 'authors', header: 'Quién', render: (version) => <Authors version={version} /> },
]

interface VersionsCardProps {
  document: string
  versions: readonly TextVersion[]
  search: TextDetailSearch
}

/** All versions of a document, newest first; a row opens its text. */
export function VersionsCard({ document, versions, search }: VersionsCardProps) {
  return (
    <section aria-label="Versiones" className={classes.part}>
      <h2 className={classes.heading}>Versiones</h2>
      <DataTable
        label="Versiones"
        columns={columns}
        rows={versions}
        empty={
          <EmptyState title="Todavía no hay versiones" text="Publica el borrador para crear la primera." />
        }
        linkOf={({ version }) => ({
          to: '/configuracion/textos/$document',
          params: { document },
          search: { ...search, version },
        })}
      />
    </section>
  )
}
