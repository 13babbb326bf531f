import { Button } from '@mantine/core'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { typeWords } from '../loan/words.ts'
import { useReopenIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'

/** Shows the payment registered from the incoming payment, and the remainder. */
export function ConfirmedPart({ incoming }: { incoming: IncomingPayment }) {
  const { payment, remainder } = incoming
  if (payment === null) return null
  const { loan } = payment
  return (
    <section className={classes.section} aria-label="Pago registrado">
      <h3 className={classes.title}>
        {payment.discount > 0 ? 'Liquidación anticipada registrada' : 'Pago registrado'}
      </h3>
      <FieldGrid>
        <Field label="Cantidad">{formatMoney(payment.amount_paid)}</Field>
        {payment.discount > 0 && (
          <Field label="Intereses que ya no paga">{formatMoney(payment.discount)}</Field>
        )}
        <Field label="Préstamo">
          {loan.folio} · {loan.borrower}
        </Field>
        <Field label="Registrado por">{payment.registered_by}</Field>
        <Field label="Registrado el">{formatDateTime(payment.created_at)}</Field>
      </FieldGrid>
      {remainder > 0 && (
        <Notice tone="info">
          Sobran <strong>{formatMoney(remainder)}</strong>: devuélvelos a quien los envió.
        </Notice>
      )}
      <div className={classes.foot}>
        <ButtonLink to={typeWords[loan.type].detailPath} params={{ id: loan.id }} search={{ tab: 'pagos' }}>
          Ver el préstamo
        </ButtonLink>
      </div>
    </section>
  )
}

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
