import { Button, VisuallyHidden } from '@mantine/core'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import type { Payment } from '@quincena/domain/payments/schema'
import { useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { useReversePayment } from './api.ts'
import classes from './plain-table.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

/** Newest first, whatever order they came in. */
function newestFirst(payments: readonly Payment[]): Payment[] {
  return payments.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
}

/** Only the latest payment that stands may be taken back. */
function reversibleId(newest: readonly Payment[]): number | undefined {
  return newest.find(({ reversed_at }) => reversed_at === null)?.id
}

interface RowProps {
  payment: Payment
  onReverse: (() => void) | undefined
}

function Row({ payment, onReverse }: RowProps) {
  const { amount_paid, previous_amount_due, new_amount_due, created_at, reversed_at } = payment
  return (
    <tr data-muted={reversed_at !== null}>
      <td>{formatDateTime(created_at)}</td>
      <td className={classes.end}>{formatMoney(amount_paid)}</td>
      <td className={classes.end}>{formatMoney(previous_amount_due)}</td>
      <td className={classes.end}>{formatMoney(new_amount_due)}</td>
      <td className={classes.end}>
        {reversed_at !== null && (
          <span className={classes.note} title={payment.reversal_reason ?? undefined}>
            Cancelado
          </span>
        )}
        {onReverse && (
          <Button size="compact-sm" radius="sm" variant="subtle" onClick={onReverse}>
            Cancelar pago
          </Button>
        )}
      </td>
    </tr>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Fecha</th>
        <th scope="col" className={classes.end}>
          Cantidad pagada
        </th>
        <th scope="col" className={classes.end}>
          Deuda anterior
        </th>
        <th scope="col" className={classes.end}>
          Deuda nueva
        </th>
        <th scope="col" className={classes.end}>
          <VisuallyHidden>Nota</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

/** Every payment of a loan, those taken back struck through; an admin may take the latest back. */
export function PaymentHistory({ loan }: { loan: LoanDetail }) {
  const isAdmin = useUser().user_type === 'U0'
  const { mutateAsync } = useReversePayment(loan.id)
  const [doomed, setDoomed] = useState<Payment | null>(null)
  const payments = newestFirst(loan.payments)
  const last = isAdmin ? reversibleId(payments) : undefined
  if (payments.length === 0) return <p className={classes.none}>Aún no hay registros para mostrar</p>
  const reverse = async (reason: string) => {
    if (doomed === null) return
    await mutateAsync({ id: doomed.id, reason })
    toast.success('El pago fue cancelado.')
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Historial de pagos">
        <table className={classes.table}>
          <Head />
          <tbody>
            {payments.map((payment) => (
              <Row
                key={payment.id}
                payment={payment}
                onReverse={payment.id === last ? () => setDoomed(payment) : undefined}
              />
            ))}
          </tbody>
        </table>
      </section>
      <ReasonDialog
        opened={doomed !== null}
        title="¿Cancelar pago?"
        text={`La deuda vuelve a ser de ${formatMoney(doomed?.previous_amount_due ?? 0)}. El registro se conserva.`}
        submitLabel="Cancelar pago"
        hint="Queda en el historial."
        missing="Escribe el motivo"
        onSubmit={reverse}
        onClose={() => setDoomed(null)}
      />
    </>
  )
}
