import { NumberInput } from '@mantine/core'
import { type WebhookEndpoint, webhookReplay } from '@quincena/domain/webhooks/schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { EditorDialog } from '../../components/editor-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useRefresh } from '../../lib/refresher.ts'
import {
  useChangeWebhook,
  useDeleteWebhook,
  useReplay,
  useRotateSecret,
  webhooksQuery,
} from '../webhook/api.ts'
import type { ShownSecret } from '../webhook/secret-dialog.tsx'
import { WebhookForm } from '../webhook/webhook-form.tsx'

/** What an admin does with an endpoint. */
export type EndpointTask = 'edit' | 'replay' | 'rotate' | 'delete'

interface TaskProps {
  endpoint: WebhookEndpoint
  onClose: () => void
}

const nameOf = ({ description, url }: WebhookEndpoint) => (description === '' ? url : description)

function EditForm({ endpoint, onClose }: TaskProps) {
  const { mutateAsync } = useChangeWebhook(endpoint.id)
  return (
    <WebhookForm
      endpoint={endpoint}
      send={async (body) => {
        await mutateAsync(body)
        toast.success('El destino quedó guardado.')
      }}
      onClose={onClose}
    />
  )
}

/** Which numbers are kept, in words. */
function KeptNumbers() {
  const { data } = useQuery(webhooksQuery)
  if (data === undefined) return null
  const { first_position, last_position } = data
  if (first_position === null || last_position === null) return <>Aún no hay avisos.</>
  return (
    <>
      Se conservan del {first_position} al {last_position}.
    </>
  )
}

function ReplayForm({ endpoint, onClose }: TaskProps) {
  const { mutateAsync } = useReplay(endpoint.id)
  const { form, submit, refusal } = useServerForm({
    schema: webhookReplay,
    initial: { position: '' },
    toBody: ({ position }) => ({ position: position === '' ? undefined : position }),
    send: async (body) => {
      await mutateAsync(body)
      toast.success('Los avisos se entregarán otra vez.')
    },
  })
  return (
    <EditorDialog
      title="Repetir avisos"
      submitLabel="Repetir"
      size={480}
      isDirty={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberInput
        label="Desde el número"
        description={<KeptNumbers />}
        withAsterisk
        min={1}
        allowDecimal={false}
        allowNegative={false}
        data-autofocus
        {...form.getInputProps('position')}
        onChange={(value) => form.setFieldValue('position', String(value))}
      />
      <Notice tone="info">
        El sistema recibirá otra vez todos los avisos desde ese número, con el mismo identificador que la
        primera vez.
      </Notice>
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
    </EditorDialog>
  )
}

function RotateDialog({
  endpoint,
  onClose,
  onSecret,
}: TaskProps & { onSecret: (shown: ShownSecret) => void }) {
  const { mutateAsync } = useRotateSecret(endpoint.id)
  return (
    <ConfirmDialog
      opened
      title="¿Cambiar el secreto?"
      subject={nameOf(endpoint)}
      text="Durante 24 horas los avisos llevan las firmas de los dos secretos, para que cambies el del sistema sin perder ninguno."
      confirmLabel="Cambiar secreto"
      onConfirm={async () => {
        const { secret } = await mutateAsync()
        onSecret({ secret, isRotated: true })
      }}
      onClose={onClose}
    />
  )
}

function DeleteDialog({ endpoint, onClose }: TaskProps) {
  const { mutateAsync } = useDeleteWebhook(endpoint.id)
  const navigate = useNavigate()
  const refresh = useRefresh('webhook')
  return (
    <ConfirmDialog
      opened
      tone="danger"
      title="¿Eliminar este destino?"
      subject={nameOf(endpoint)}
      text="Deja de recibir avisos y se borra su historial de entregas. Para detenerlo un tiempo, apágalo."
      confirmLabel="Eliminar destino"
      onConfirm={async () => {
        await mutateAsync()
        toast.success('El destino quedó eliminado.')
        // First away from the endpoint, whose data no call answers any more.
        await navigate({ to: '/configuracion/webhooks' })
        void refresh()
      }}
      onClose={onClose}
    />
  )
}

interface EndpointDialogsProps extends TaskProps {
  task: EndpointTask | null
  onSecret: (shown: ShownSecret) => void
}

/** The dialog of a task. */
export function EndpointDialogs({ task, onSecret, ...props }: EndpointDialogsProps) {
  if (task === 'edit') return <EditForm {...props} />
  if (task === 'replay') return <ReplayForm {...props} />
  if (task === 'rotate') return <RotateDialog {...props} onSecret={onSecret} />
  return task === 'delete' ? <DeleteDialog {...props} /> : null
}
