import type { BrandVersion } from '@quincena/domain/brand/schema'
import { formatDate } from '@quincena/domain/format'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { Dialog } from '../../components/dialog.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import classes from '../brand/brand.module.css'
import { BrandChanges } from '../brand/brand-changes.tsx'
import { BrandFacts } from '../brand/brand-facts.tsx'
import { brandAuthors, brandBadge, sinceWhen } from '../brand/words.ts'

function Authors({ version }: { version: BrandVersion }) {
  const { by, detail } = brandAuthors(version)
  return (
    <span className={classes.two}>
      <span>{by}</span>
      {detail !== null && <span className={classes.second}>{detail}</span>}
    </span>
  )
}

const columns: readonly Column<BrandVersion>[] = [
  { key: 'version', header: 'Versión', render: ({ version }) => version },
  {
    key: 'effective_date',
    header: 'En vigor desde',
    render: ({ effective_date, is_shipped }) => (is_shipped ? 'La instalación' : formatDate(effective_date)),
  },
  { key: 'state', header: 'Estado', render: (version) => <StatusBadge {...brandBadge(version)} /> },
  {
    key: 'summary',
    header: 'Qué cambió',
    render: ({ summary }) => <span className={classes.summary}>{summary === '' ? '—' : summary}</span>,
  },
  { key: 'authors', header: 'Quién', render: (version) => <Authors version={version} /> },
]

/** All versions, newest first; a row opens its data and what it changed. */
export function VersionsCard({ versions }: { versions: readonly BrandVersion[] }) {
  return (
    <section aria-label="Versiones">
      <h2 className={classes.heading}>Versiones</h2>
      <DataTable
        label="Versiones"
        columns={columns}
        rows={versions}
        linkOf={({ version }) => ({ to: '/configuracion/marca', search: { version } })}
      />
    </section>
  )
}

interface VersionDialogProps {
  versions: readonly BrandVersion[]
  /** Undefined while the dialog is closed. */
  version: number | undefined
  onClose: () => void
}

/** One version: its data, and what it changed against the one before it. */
export function VersionDialog({ versions, version, onClose }: VersionDialogProps) {
  const shown = versions.find((one) => one.version === version)
  const before = versions.find((one) => shown !== undefined && one.version === shown.version - 1)
  return (
    <Dialog opened={shown !== undefined} onClose={onClose} title={`Versión ${version ?? ''}`} size={720}>
      {shown && (
        <div className={classes.parts}>
          <p className={classes.second}>En vigor {sinceWhen(shown)}</p>
          <BrandFacts brand={shown} />
          {before && (
            <section aria-label="Cambios">
              <h3 className={classes.heading}>Cambios frente a la versión {before.version}</h3>
              <BrandChanges from={before} to={shown} />
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}
