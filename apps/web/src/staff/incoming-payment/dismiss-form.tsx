import { Button, Textarea } from '@mantine/core'
import { dismissBody } from '@quincena/domain/incoming-payments/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useDraft } from '../../components/draft.ts'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useDismissIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'

/** Asks for the reason and dismisses the incoming payment. */
export function DismissForm({ id, onBack }: { id: number; onBack: () => void }) {
  const { mutateAsync } = useDismissIncoming(id)
  const { form, formProps } = useServerForm({
    schema: dismissBody,
    initial: { reason: '' },
    explain: explainByToast,
    send: async ({ reason }) => {
      await mutateAsync(reason)
      toast.success('El abono quedó descartado.')
    },
  })
  const draft = useDraft(`dismissal ${id}`, form)
  const guard = useLeaveGuard(form.isDirty() && !form.submitting, onBack)
  return (
    <section className={classes.section} aria-label="Descartar el abono">
      <h3 className={classes.title}>¿Descartar este abono?</h3>
      <form {...formProps}>
        <DraftNotice draft={draft} />
        <Textarea
          label="Motivo"
          description="No se registrará ningún pago. El motivo queda en el historial y puedes reabrirlo después."
          maxLength={TEXT_LIMITS.reason}
          rows={3}
          autoFocus
          {...form.getInputProps('reason')}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={guard.close} disabled={form.submitting}>
            Volver
          </Button>
          <Button type="submit" color="red.7" loading={form.submitting}>
            Descartar
          </Button>
        </div>
        {guard.question}
      </form>
    </section>
  )
}
