import { Button } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { toast } from '../../components/toast.tsx'
import { useReopenIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'

/** Shows why the incoming payment was dismissed, with the button that reopens it. */
export function DismissedPart({ incoming }: { incoming: IncomingPayment }) {
  const { mutate, isPending } = useReopenIncoming(incoming.id)
  const { dismissal } = incoming
  if (dismissal === null) return null
  const reopen = () =>
    mutate(undefined, {
      onSuccess: () => toast.success('El abono está de nuevo por registrar.'),
      onError: toast.error,
    })
  return (
    <section className={classes.section} aria-label="Descartado">
      <h3 className={classes.title}>Descartado</h3>
      <FieldGrid>
        <Field label="Motivo">{dismissal.reason}</Field>
        <Field label="Descartado por">{dismissal.by}</Field>
        <Field label="Descartado el">{formatDateTime(dismissal.at)}</Field>
      </FieldGrid>
      <div className={classes.foot}>
        <Button variant="default" onClick={reopen} loading={isPending}>
          Reabrir
        </Button>
      </div>
    </section>
  )
}
