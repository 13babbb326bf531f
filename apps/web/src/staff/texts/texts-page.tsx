import { formatDateTime } from '@quincena/domain/format'
import { TEXT_DOCUMENTS } from '@quincena/domain/texts/content'
import type { TextListRow } from '@quincena/domain/texts/schema'
import { useQuery } from '@tanstack/react-query'
import { AdminOnly } from '../../components/admin-only.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useUser } from '../../lib/session.ts'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
import { textsQuery } from '../text/api.ts'
import { sinceText } from '../text/words.ts'
import classes from './texts-page.module.css'

/** A table row; the table tells rows apart by number. */
type Row = TextListRow & { id: number }

function Two({ first, second }: { first: string; second: string | null }) {
  return (
    <span className={classes.two}>
      <span>{first}</span>
      {second !== null && <span className={classes.second}>{second}</span>}
    </span>
  )
}

function Version({ version }: { version: TextListRow['in_force'] }) {
  if (version === null) return '—'
  return <Two first={`Versión ${version.version}`} second={sinceText(version.effective_date)} />
}

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Documento',
    render: ({ name, needs_consent }) => (
      <Two first={name} second={needs_consent ? 'Lo acepta cada trabajador' : null} />
    ),
  },
  { key: 'in_force', header: 'En vigor', render: ({ in_force }) => <Version version={in_force} /> },
  { key: 'next', header: 'Próxima', render: ({ next }) => <Version version={next} /> },
  {
    key: 'draft',
    header: 'Borrador',
    render: ({ draft }) =>
      draft === null ? (
        '—'
      ) : (
        <Two first={draft.updated.name ?? 'Guardado'} second={formatDateTime(draft.updated.at)} />
      ),
  },
  {
    key: 'approval',
    header: 'Autorización',
    render: ({ approval }) =>
      approval === null ? (
        '—'
      ) : (
        <span className={classes.two}>
          <StatusBadge tone="pending" label="Espera a otro administrador" />
          <span className={classes.second}>La pidió {approval.requester}</span>
        </span>
      ),
  },
]

function Texts() {
  const { data, error, refetch } = useQuery(textsQuery)
  const rows = data?.documents.map((row) => ({ ...row, id: TEXT_DOCUMENTS.indexOf(row.document) + 1 }))
  return (
    <div>
      <p className={classes.hint}>
        Cada documento guarda todas sus versiones. Una nueva entra en vigor en su fecha; los textos que cada
        trabajador acepta se le piden la siguiente vez que usa la app.
      </p>
      <DataTable
        label="Textos"
        columns={columns}
        rows={rows}
        error={error}
        errorTitle="No se pudieron cargar los textos."
        onRetry={refetch}
        linkOf={({ document }) => ({ to: '/configuracion/textos/$document', params: { document } })}
      />
    </div>
  )
}

/** The texts of the installation: version in force, the next one, draft and what waits; for admins only. */
export function TextsPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Lo que leen y aceptan los trabajadores" />
      {isAdmin ? <Texts /> : <AdminOnly />}
    </>
  )
}
