import { formatDate, formatDateTime } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { Amount } from '../../components/amount.tsx'
import { CopyField, Field, FieldGrid } from '../../components/copy-field.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import classes from './incoming-dialog.module.css'
import { badgeOf, payerName, payingBank } from './incoming-words.ts'

/** Shows the facts that STP reported about the incoming payment. */
export function IncomingFacts({ incoming }: { incoming: IncomingPayment }) {
  const { amount, stp_confirmed_at, numeric_reference, operation_date, received_at } = incoming
  return (
    <>
      <div className={classes.head}>
        <Amount cents={amount} size="title" />
        <StatusBadge {...badgeOf(incoming)} />
      </div>
      <div className={classes.facts}>
        <FieldGrid>
          <Field label="Quién lo envió">{payerName(incoming)}</Field>
          <CopyField label="Cuenta que lo envió" value={incoming.paying_account} />
          <Field label="Banco">{payingBank(incoming)}</Field>
          <Field label="Concepto">{incoming.payment_concept ?? '—'}</Field>
          <Field label="Referencia numérica">{numeric_reference ?? '—'}</Field>
          <CopyField label="Clave de rastreo" value={incoming.tracking_key} />
          <Field label="Fecha de operación">
            {operation_date === null ? '—' : formatDate(operation_date)}
          </Field>
          <Field label="Recibido">{formatDateTime(received_at)}</Field>
          <Field label="Confirmado por STP">
            {stp_confirmed_at === null ? '—' : formatDateTime(stp_confirmed_at)}
          </Field>
        </FieldGrid>
      </div>
    </>
  )
}
