import { formatDateTime } from '@quincena/domain/format'
import type { MarketingConsent, MarketingDecision } from '@quincena/domain/legal/marketing'
import type { OwnConsent } from '@quincena/domain/legal/schema'
import { textDocuments } from '@quincena/domain/texts/documents'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { consentsOfQuery } from './api.ts'

type Row = OwnConsent & { id: number }

const columns: readonly Column<Row>[] = [
  { key: 'document', header: 'Texto', render: ({ document }) => textDocuments[document].name },
  { key: 'version', header: 'Versión', render: ({ version }) => version },
  { key: 'accepted_at', header: 'Aceptado', render: ({ accepted_at }) => formatDateTime(accepted_at) },
  {
    key: 'is_current',
    header: 'Estado',
    render: ({ is_current }) => (
      <StatusBadge
        tone={is_current ? 'accepted' : 'neutral'}
        label={is_current ? 'Vigente' : 'Versión anterior'}
      />
    ),
  },
]

type Decision = MarketingDecision & { id: number }

const decisionColumns: readonly Column<Decision>[] = [
  {
    key: 'is_given',
    header: 'Publicidad',
    render: ({ is_given }) => (
      <StatusBadge tone={is_given ? 'accepted' : 'neutral'} label={is_given ? 'La aceptó' : 'La retiró'} />
    ),
  },
  { key: 'wording_version', header: 'Versión', render: ({ wording_version }) => wording_version },
  { key: 'decided_at', header: 'Fecha', render: ({ decided_at }) => formatDateTime(decided_at) },
]

/** What a worker decided about advertising; without a decision it is not accepted. */
function Marketing({ history }: MarketingConsent) {
  return (
    <DataTable
      label="Publicidad"
      columns={decisionColumns}
      rows={history.map((decision, place) => ({ ...decision, id: place + 1 }))}
      error={null}
      errorTitle=""
      onRetry={() => undefined}
      empty={<EmptyState title="No ha aceptado recibir publicidad" />}
    />
  )
}

/** Every text that a worker accepted, with version and time, and what they decided about advertising. */
export function ConsentsTab({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(consentsOfQuery(userId))
  const rows = data?.consents.map((consent, place) => ({ ...consent, id: place + 1 }))
  return (
    <>
      <DataTable
        label="Consentimientos"
        columns={columns}
        rows={rows}
        error={error}
        errorTitle="No se pudieron cargar los consentimientos."
        onRetry={refetch}
        empty={<EmptyState title="Todavía no acepta ningún texto" />}
      />
      {data?.marketing !== undefined && <Marketing {...data.marketing} />}
    </>
  )
}
