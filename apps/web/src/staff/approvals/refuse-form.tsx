import { Button, Textarea } from '@mantine/core'
import { refusalBody } from '@quincena/domain/approvals/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useDraft } from '../../components/draft.ts'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useRefuse } from './api.ts'
import classes from './approval-dialog.module.css'

const leaveWords = {
  title: '¿Salir sin rechazar?',
  text: 'El motivo que escribiste se perderá.',
  confirmLabel: 'Salir sin rechazar',
  cancelLabel: 'Seguir editando',
}

interface RefuseFormProps {
  id: number
  onBack: () => void
}

/**
 * Asks for the reason and refuses. A failed call keeps the typed reason. Closing the dialog is a navigation, so the guard
 * asks for it as it does for «Volver».
 */
export function RefuseForm({ id, onBack }: RefuseFormProps) {
  const { mutateAsync, isSuccess } = useRefuse(id)
  const { form, formProps, refusal } = useServerForm({
    schema: refusalBody,
    initial: { reason: '' },
    send: async ({ reason }) => {
      await mutateAsync(reason)
      toast.success('Quedó rechazada. Avisamos a quien la pidió.')
    },
  })
  const draft = useDraft(`refusal ${id}`, form)
  const { close, question } = useLeaveGuard(form.isDirty() && !isSuccess, onBack, leaveWords)
  return (
    <section className={classes.section} aria-label="Rechazar">
      <h3 className={classes.title}>¿Rechazar?</h3>
      <form className={classes.form} {...formProps}>
        <DraftNotice draft={draft} />
        <Textarea
          label="Motivo"
          description="Lo lee quien la pidió. Nada cambia."
          maxLength={TEXT_LIMITS.reason}
          rows={3}
          autoFocus
          {...form.getInputProps('reason')}
        />
        {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
        <div className={classes.foot}>
          <Button variant="default" onClick={close} disabled={form.submitting}>
            Volver
          </Button>
          <Button type="submit" color="red.7" loading={form.submitting}>
            Rechazar
          </Button>
        </div>
      </form>
      {question}
    </section>
  )
}
