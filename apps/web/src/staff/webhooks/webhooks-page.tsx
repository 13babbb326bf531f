import { Button } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { WebhookEndpoint } from '@quincena/domain/webhooks/schema'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminOnly } from '../../components/admin-only.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useUser } from '../../lib/session.ts'
import { SettingsHeader } from '../protected-setting/settings-header.tsx'
import { useCreateWebhook, webhooksQuery } from '../webhook/api.ts'
import { SecretDialog, type ShownSecret } from '../webhook/secret-dialog.tsx'
import classes from '../webhook/webhook.module.css'
import { WebhookForm } from '../webhook/webhook-form.tsx'
import { stateBadge } from '../webhook/words.ts'

const countedWaiting = 1000
const waitingText = (waiting: number) =>
  waiting >= countedWaiting ? 'más de 1,000' : waiting.toLocaleString('es-MX')

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    key: 'url',
    header: 'Destino',
    render: ({ url, description }) => (
      <span className={classes.two}>
        {description === '' ? url : description}
        {description !== '' && <span className={classes.second}>{url}</span>}
      </span>
    ),
  },
  { key: 'state', header: 'Estado', render: (endpoint) => <StatusBadge {...stateBadge(endpoint)} /> },
  {
    key: 'event_types',
    header: 'Avisos',
    render: ({ event_types, company }) => (
      <span className={classes.two}>
        {pluralize(event_types.length, 'aviso', 'avisos')}
        <span className={classes.second}>{company?.name ?? 'Todas las empresas'}</span>
      </span>
    ),
  },
  { key: 'waiting', header: 'Por entregar', align: 'end', render: ({ waiting }) => waitingText(waiting) },
  {
    key: 'last_delivery_at',
    header: 'Última entrega',
    render: ({ last_delivery_at }) => (last_delivery_at === null ? '—' : formatDateTime(last_delivery_at)),
  },
]

function Endpoints() {
  const { data, error, refetch } = useQuery(webhooksQuery)
  const { mutateAsync } = useCreateWebhook()
  const [isAdding, setIsAdding] = useState(false)
  const [shown, setShown] = useState<ShownSecret>(null)
  const endpoints = data?.results
  const add = (
    <Button leftSection={smallIcon(IconPlus)} onClick={() => setIsAdding(true)}>
      Agregar destino
    </Button>
  )
  return (
    <div className={classes.screen}>
      <div className={classes.filters}>
        <span className={classes.second}>
          Cada aviso lleva identificadores y montos, sin datos personales, y va firmado.
        </span>
        {endpoints !== undefined && endpoints.length > 0 && add}
      </div>
      <DataTable
        label="Destinos de avisos"
        columns={columns}
        rows={endpoints}
        error={error}
        onRetry={refetch}
        errorTitle="No se pudieron cargar los destinos."
        linkOf={({ id }) => ({ to: '/configuracion/webhooks/$id', params: { id } })}
        empty={
          <EmptyState
            title="Aún no hay destinos"
            text="Agrega la dirección de un sistema tuyo, por ejemplo el de nómina o contabilidad, para avisarle cuando se aprueba, se paga o se liquida un préstamo."
            action={add}
          />
        }
      />
      {isAdding && (
        <WebhookForm
          endpoint={null}
          send={async (body) => {
            const { secret } = await mutateAsync(body)
            setShown({ secret, isRotated: false })
            toast.success('El destino quedó agregado.')
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      <SecretDialog shown={shown} onClose={() => setShown(null)} />
    </div>
  )
}

/** The endpoints of webhooks, to which the events of loans and payments are delivered; for admins only. */
export function WebhooksPage() {
  const isAdmin = useUser().user_type === 'U0'
  return (
    <>
      <SettingsHeader detail="Avisos firmados a los sistemas de la financiera" />
      {isAdmin ? <Endpoints /> : <AdminOnly />}
    </>
  )
}
