import { Textarea } from '@mantine/core'
import { formatDate, formatDateTime } from '@quincena/domain/format'
import { rightNames } from '@quincena/domain/privacy-requests/rules'
import { type PrivacyRequest, privacyAnswerBody } from '@quincena/domain/privacy-requests/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { Dialog } from '../../components/dialog.tsx'
import { useDraft } from '../../components/draft.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { useAnswer } from './api.ts'
import classes from './privacy-requests-page.module.css'

function Facts({ request }: { request: PrivacyRequest }) {
  const { user_name, user_email, right, created_at, answer_due, detail } = request
  return (
    <dl className={classes.facts}>
      <dt>Quién</dt>
      <dd>
        {user_name}, {user_email}
      </dd>
      <dt>Derecho</dt>
      <dd>{rightNames[right]}</dd>
      <dt>Recibida</dt>
      <dd>{formatDateTime(created_at)}</dd>
      <dt>Límite</dt>
      <dd>{formatDate(answer_due)}</dd>
      <dt>Solicitud</dt>
      <dd className={classes.detail}>{detail}</dd>
    </dl>
  )
}

function AnswerDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { mutateAsync } = useAnswer(request.id)
  const { form, submit } = useServerForm({
    schema: privacyAnswerBody,
    initial: { answer: '' },
    explain: explainByToast,
    send: async ({ answer }) => {
      await mutateAsync(answer)
      toast.success('La respuesta fue enviada.')
    },
  })
  const draft = useDraft(`privacy-answer ${request.id}`, form)
  return (
    <FormDialog
      opened
      title={`Solicitud ${request.folio}`}
      submitLabel="Enviar respuesta"
      size={600}
      isDirty={form.isDirty()}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <Facts request={request} />
      <Textarea
        label="Respuesta"
        description="La recibe por correo y la lee en la app. No se puede cambiar después."
        rows={5}
        maxLength={TEXT_LIMITS.privacy_answer}
        {...form.getInputProps('answer')}
      />
    </FormDialog>
  )
}

/** Shows one request. An admin can answer it while it is open; managers can only read it. */
export function RequestDialog({
  request,
  onClose,
}: {
  request: PrivacyRequest | undefined
  onClose: () => void
}) {
  const isAdmin = useUser().user_type === 'U0'
  if (request === undefined) return null
  if (isAdmin && request.state === 'open') return <AnswerDialog request={request} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={`Solicitud ${request.folio}`} size={600}>
      <Facts request={request} />
      <p className={classes.detail}>
        <strong>Respuesta:</strong> {request.answer ?? 'La da un administrador.'}
      </p>
    </Dialog>
  )
}
