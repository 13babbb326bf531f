import { Checkbox, Switch, TextInput } from '@mantine/core'
import { WEBHOOK_EVENT_TYPES } from '@quincena/domain/webhooks/events'
import { type WebhookBody, type WebhookEndpoint, webhookBody } from '@quincena/domain/webhooks/schema'
import { useDraft } from '../../components/draft.ts'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { CompanySelect } from '../company/company-select.tsx'
import classes from './webhook.module.css'
import { eventName } from './words.ts'

/** The chosen events of the form, which keeps texts alone. */
const listed = (text: string) => (text === '' ? [] : text.split(','))

const initialOf = (endpoint: WebhookEndpoint | null) => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  event_types: (endpoint?.event_types ?? []).join(','),
  company: endpoint?.company ? String(endpoint.company.id) : '',
  is_active: endpoint === null || endpoint.state === 'active',
})

interface WebhookFormProps {
  /** The endpoint to change; null for a new one. */
  endpoint: WebhookEndpoint | null
  send: (body: WebhookBody) => unknown
  onClose: () => void
}

/** Adds or changes an endpoint: its address, events, company and whether it is on. */
export function WebhookForm({ endpoint, send, onClose }: WebhookFormProps) {
  const { form, submit, refusal } = useServerForm({
    schema: webhookBody,
    initial: initialOf(endpoint),
    toBody: (values) => ({
      ...values,
      event_types: listed(values.event_types),
      company: values.company === '' ? null : Number(values.company),
    }),
    send,
  })
  const draft = useDraft(`webhook ${endpoint?.id ?? 'new'}`, form)
  const { value, onChange, error, ...events } = form.getInputProps('event_types')
  return (
    <EditorDialog
      title={endpoint === null ? 'Agregar destino' : 'Editar destino'}
      submitLabel={endpoint === null ? 'Agregar' : 'Guardar'}
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Dirección"
        description="Recibe cada aviso por POST. Debe empezar con https:// y ser pública."
        placeholder="https://ejemplo.mx/avisos"
        withAsterisk
        maxLength={500}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Descripción"
        description="Qué sistema es y quién lo cuida."
        maxLength={120}
        {...form.getInputProps('description')}
      />
      <Checkbox.Group
        label="Avisos"
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        withAsterisk
        error={error}
        value={listed(String(value))}
        onChange={(types) => onChange(types.join(','))}
      >
        <div className={classes.events} {...events}>
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={eventName(type)} description={type} />
          ))}
        </div>
      </Checkbox.Group>
      <CompanySelect
        name={endpoint?.company?.name ?? null}
        noneLabel="Todas las empresas"
        {...form.getInputProps('company')}
        value={form.values.company}
      />
      <Switch
        label="Entregar avisos"
        description="Mientras está apagado los avisos esperan hasta 30 días."
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
    </EditorDialog>
  )
}
