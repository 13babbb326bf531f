import { Button, Textarea } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { type IncomingPayment, returnBody } from '@quincena/domain/incoming-payments/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useDraft } from '../../components/draft.ts'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useRequestReturn } from './api.ts'
import classes from './incoming-dialog.module.css'

/** Asks for the reason and requests the return of the money to its sender, which another person approves. */
export function ReturnForm({ incoming, onBack }: { incoming: IncomingPayment; onBack: () => void }) {
  const { mutateAsync } = useRequestReturn(incoming.id)
  const { form, formProps } = useServerForm({
    schema: returnBody,
    initial: { reason: '' },
    explain: explainByToast,
    send: async ({ reason }) => {
      await mutateAsync(reason)
      toast.success('Se pidió la devolución. La autoriza otra persona.')
      onBack()
    },
  })
  const draft = useDraft(`return ${incoming.id}`, form)
  const guard = useLeaveGuard(form.isDirty() && !form.submitting, onBack)
  const account = incoming.paying_account === null ? '' : ` (cuenta ${incoming.paying_account})`
  return (
    <section className={classes.section} aria-label="Devolver a quien lo envió">
      <h3 className={classes.title}>¿Devolver este abono a quien lo envió?</h3>
      <form {...formProps}>
        <DraftNotice draft={draft} />
        <Textarea
          label="Motivo"
          description={`STP devolverá ${formatMoney(incoming.amount)} a la misma cuenta${account} cuando otra persona lo autorice. Hasta entonces puede usarse.`}
          maxLength={TEXT_LIMITS.reason}
          rows={3}
          autoFocus
          {...form.getInputProps('reason')}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={guard.close} disabled={form.submitting}>
            Volver
          </Button>
          <Button type="submit" loading={form.submitting}>
            Pedir la devolución
          </Button>
        </div>
        {guard.question}
      </form>
    </section>
  )
}
