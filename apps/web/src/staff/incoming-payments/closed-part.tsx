import { Button } from '@mantine/core'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { toast } from '../../components/toast.tsx'
import { typeWords } from '../loan/words.ts'
import { useReopenIncoming } from './api.ts'
import classes from './incoming-dialog.module.css'

function RegisteredPayment({ payment }: { payment: IncomingPayment['payments'][number] }) {
  const { loan } = payment
  return (
    <>
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
      <div className={classes.foot}>
        <ButtonLink to={typeWords[loan.type].detailPath} params={{ id: loan.id }} search={{ tab: 'pagos' }}>
          Ver el préstamo
        </ButtonLink>
      </div>
    </>
  )
}

function titleOf({ payments }: IncomingPayment): string {
  if (payments.length > 1) return 'Pagos registrados'
  return (payments[0]?.discount ?? 0) > 0 ? 'Liquidación anticipada registrada' : 'Pago registrado'
}

/** Shows the payments that were registered from the incoming payment. */
export function RegisteredPart({ incoming }: { incoming: IncomingPayment }) {
  const { payments } = incoming
  if (payments.length === 0) return null
  return (
    <section className={classes.section} aria-label={titleOf(incoming)}>
      <h3 className={classes.title}>{titleOf(incoming)}</h3>
      {payments.map((payment) => (
        <RegisteredPayment key={payment.id} payment={payment} />
      ))}
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
