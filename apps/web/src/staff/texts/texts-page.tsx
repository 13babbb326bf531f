import { formatDateTime } from '@quincena/domain/format'
import { TEXT_DOCUMENTS } from '@quincena/domain/texts/content'
import { NOTICE_GROUPS, noticeSpec } from '@quincena/domain/texts/notice-catalogue'
import { isNoticeText } from '@quincena/domain/texts/notice-names'
import type { TextListRow } from '@quincena/domain/texts/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminOnly } from '../../components/admin-only.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useUser } from '../../lib/session.ts'
import { stripAccents } from '../../lib/strip-accents.ts'
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

/** The name of a row that opens, which looks like a link. */
function Opens({ first, second }: { first: string; second: string | null }) {
  return (
    <span className={classes.two}>
      <span className={classes.opens}>{first}</span>
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
      <Opens first={name} second={needs_consent ? 'Lo acepta cada trabajador' : null} />
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

interface TableProps {
  label: string
  rows: readonly Row[] | undefined
  error?: Error | null
  onRetry?: () => void
}

function TextTable({ label, rows, error = null, onRetry }: TableProps) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      error={error}
      errorTitle="No se pudieron cargar los textos."
      {...(onRetry !== undefined && { onRetry })}
      linkOf={({ document }) => ({ to: '/configuracion/textos/$document', params: { document } })}
    />
  )
}

/** Texts of notices and mails in closed groups; a search opens the groups that have a hit. */
function Notices({ rows }: { rows: readonly Row[] }) {
  const [search, setSearch] = useState('')
  const found = rows.filter(({ name }) => stripAccents(name).includes(stripAccents(search)))
  const groups = NOTICE_GROUPS.map((group) => ({
    group,
    rows: found.filter(({ document }) => isNoticeText(document) && noticeSpec(document).group === group),
  })).filter((one) => one.rows.length > 0)
  return (
    <section aria-label="Avisos y correos" className={classes.notices}>
      <h2 className={classes.heading}>Avisos y correos</h2>
      <p className={classes.hint}>
        Lo que reciben los trabajadores en la app, en su teléfono, por correo y por mensaje. Míralos llenos en{' '}
        <AnchorLink to="/correos" underline="always" fz="inherit">
          Correos
        </AnchorLink>
        .
      </p>
      <SearchField value={search} onSearch={setSearch} label="Buscar un aviso o correo" debounce_ms={150} />
      {groups.length === 0 && (
        <EmptyState title="Ningún aviso se llama así" text="Prueba con otra palabra, por ejemplo «pago»." />
      )}
      {groups.map(({ group, rows: own }) => (
        <details
          key={`${group} ${search !== ''}`}
          className={classes.group}
          open={search !== '' || own.some(isBusy)}
        >
          <summary className={classes.summary}>
            {group} <span className={classes.count}>{own.length}</span>
          </summary>
          <TextTable label={group} rows={own} />
        </details>
      ))}
    </section>
  )
}

/** True for a text that somebody works on. */
const isBusy = ({ draft, next, approval }: Row) => (draft ?? next ?? approval) !== null

function Texts() {
  const { data, error, refetch } = useQuery(textsQuery)
  const rows = data?.documents.map((row) => ({ ...row, id: TEXT_DOCUMENTS.indexOf(row.document) + 1 }))
  const notices = rows?.filter(({ document }) => isNoticeText(document)) ?? []
  return (
    <div>
      <p className={classes.hint}>
        Cada documento guarda todas sus versiones. Una nueva entra en vigor en su fecha; los textos que cada
        trabajador acepta se le piden la siguiente vez que usa la app.
      </p>
      <TextTable
        label="Textos"
        rows={rows?.filter(({ document }) => !isNoticeText(document))}
        error={error}
        onRetry={refetch}
      />
      {notices.length > 0 && <Notices rows={notices} />}
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
