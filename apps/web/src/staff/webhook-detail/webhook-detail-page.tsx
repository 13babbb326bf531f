import { Button } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { WebhookEndpoint } from '@quincena/domain/webhooks/schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AdminOnly } from '../../components/admin-only.tsx'
import { Card } from '../../components/card.tsx'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { SettingsCrumb } from '../protected-setting/settings-header.tsx'
import { useTestWebhook, webhookQuery } from '../webhook/api.ts'
import { SecretDialog, type ShownSecret } from '../webhook/secret-dialog.tsx'
import classes from '../webhook/webhook.module.css'
import { eventName, outcomeText, stateBadge } from '../webhook/words.ts'
import { AttemptLog } from './attempt-log.tsx'
import { EndpointDialogs, type EndpointTask } from './endpoint-dialogs.tsx'

const route = getRouteApi('/staff/configuracion/webhooks/$id')

const instantText = (instant: string | null) => (instant === null ? '—' : formatDateTime(instant))

function TestButton({ id }: Pick<WebhookEndpoint, 'id'>) {
  const { mutate, isPending } = useTestWebhook(id)
  const test = () =>
    mutate(undefined, {
      onSuccess: (attempt) =>
        attempt.is_delivered
          ? toast.success(`El destino recibió la prueba (${outcomeText(attempt)}).`)
          : toast.error(`El destino no recibió la prueba. ${outcomeText(attempt)}.`),
      onError: toast.error,
    })
  return (
    <Button variant="default" loading={isPending} onClick={test}>
      Probar
    </Button>
  )
}

function Facts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { company, event_types, waiting, last_delivery_at, delivered_position } = endpoint
  return (
    <>
      <FieldGrid>
        <Field label="Estado">
          <StatusBadge {...stateBadge(endpoint)} />
        </Field>
        <Field label="Empresas">{company?.name ?? 'Todas las empresas'}</Field>
        <Field label="Por entregar">{waiting.toLocaleString('es-MX')}</Field>
        <Field label="Última entrega">{instantText(last_delivery_at)}</Field>
        <Field label="Revisado hasta el número">{delivered_position.toLocaleString('es-MX')}</Field>
        <Field label="Secreto anterior firma hasta">{instantText(endpoint.previous_secret_until)}</Field>
      </FieldGrid>
      <h3 className={classes.second}>Avisos que recibe</h3>
      <ul className={classes.list}>
        {event_types.map((type) => (
          <li key={type}>
            {eventName(type)} <span className={classes.second}>{type}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why nothing is delivered at present, and what to do. */
function Trouble({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { state, attempts, failing_since, next_try_at } = endpoint
  if (state === 'paused')
    return (
      <Notice tone="problem">
        Está en pausa: no recibió avisos durante tres días, o pidió no recibir más. Los avisos se conservan 30
        días; revisa el sistema y enciende «Entregar avisos» en Editar.
      </Notice>
    )
  if (state === 'off' || attempts === 0) return null
  return (
    <Notice tone="problem">
      No recibe avisos desde {instantText(failing_since)} ({attempts}{' '}
      {attempts === 1 ? 'intento' : 'intentos'}). El siguiente intento es {instantText(next_try_at)}; a los
      tres días se pone en pausa.
    </Notice>
  )
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [task, setTask] = useState<EndpointTask | null>(null)
  const [shown, setShown] = useState<ShownSecret>(null)
  return (
    <div className={classes.screen}>
      <Trouble endpoint={endpoint} />
      <Card title="Destino">
        <Facts endpoint={endpoint} />
      </Card>
      <div className={classes.actions}>
        <TestButton id={endpoint.id} />
        <Button variant="default" onClick={() => setTask('edit')}>
          Editar
        </Button>
        <Button variant="default" onClick={() => setTask('replay')}>
          Repetir avisos
        </Button>
        <Button variant="default" onClick={() => setTask('rotate')}>
          Cambiar secreto
        </Button>
        <Button variant="subtle" color="red" onClick={() => setTask('delete')}>
          Eliminar
        </Button>
      </div>
      <AttemptLog />
      <EndpointDialogs task={task} endpoint={endpoint} onSecret={setShown} onClose={() => setTask(null)} />
      <SecretDialog shown={shown} onClose={() => setShown(null)} />
    </div>
  )
}

const crumbs = [
  <HomeCrumb key="home" />,
  <SettingsCrumb key="settings" />,
  <AnchorLink key="webhooks" to="/configuracion/webhooks" {...crumbLinkProps}>
    Webhooks
  </AnchorLink>,
  'Destino',
]

/** One endpoint: what it gets, how it goes, and the log of its tries; for admins only. */
export function WebhookDetailPage() {
  const { id } = route.useParams()
  const isAdmin = useUser().user_type === 'U0'
  const query = useQuery({ ...webhookQuery(id), enabled: isAdmin })
  const { data } = query
  return (
    <>
      <PageHeader
        title={data?.description || 'Destino de avisos'}
        crumbs={crumbs}
        {...(data && { detail: data.url })}
      />
      {!isAdmin && <AdminOnly />}
      {isAdmin && data === undefined && <LoadState query={query} title="No se pudo cargar el destino." />}
      {data && <Endpoint endpoint={data} />}
    </>
  )
}
