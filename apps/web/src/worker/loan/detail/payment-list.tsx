import { Button } from '@mantine/core'
import type { Day } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import { receiptFolio } from '@quincena/domain/payments/rules'
import type { Payment } from '@quincena/domain/payments/schema'
import { IconShare2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { AnchorLink } from '../../../components/links.tsx'
import stack from '../../../components/phone/stack.module.css'
import { toast } from '../../../components/toast.tsx'
import { shareReceipt } from '../../../lib/receipt.ts'
import classes from './payment-list.module.css'
import { correctionText, paymentLines } from './payment-words.ts'

/** Shares the receipt of a payment. */
function ReceiptButton({ id }: { id: number }) {
  const { mutate, isPending } = useMutation({ mutationFn: () => shareReceipt(id), onError: toast.error })
  return (
    <Button
      variant="subtle"
      mih={48}
      className={classes.receipt ?? ''}
      loading={isPending}
      leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
      onClick={() => mutate()}
      aria-label={`Comprobante ${receiptFolio(id)}`}
    >
      Comprobante
    </Button>
  )
}

function PaymentRow({ payment, type }: { payment: Payment; type: LoanType }) {
  const { id, value_date, amount_paid, channel, remainder, reversed_at } = payment
  const correction = correctionText(payment)
  return (
    <li className={classes.payment} data-reversed={reversed_at !== null}>
      <span className={classes.day}>{formatLongDate(value_date, { withYear: true })}</span>
      <span className={classes.amount}>{formatMoney(amount_paid)}</span>
      <div className={classes.words}>
        {paymentLines(payment, type).map((line) => (
          <span key={line} className={classes.line}>
            {line}
          </span>
        ))}
        {((remainder > 0 && reversed_at === null) || channel === 'balance') && (
          <AnchorLink to="/app/balance" className={classes.balance}>
            Ver mi saldo a favor
          </AnchorLink>
        )}
        {correction !== null && <span className={classes.correction}>{correction}</span>}
      </div>
      <ReceiptButton id={id} />
    </li>
  )
}

interface PaymentListProps {
  type: LoanType
  /** Newest first. */
  payments: readonly Payment[]
  /** Day of the next payment; null if nothing is due. */
  nextDay: Day | null
}

/** Payments by value date, each with what it covered, the debt before and after it, its saving and its receipt. */
export function PaymentList({ type, payments, nextDay }: PaymentListProps) {
  if (payments.length === 0) {
    const first = nextDay && ` El primero es el ${formatLongDate(nextDay)}.`
    return <p className={stack.lead}>Todavía no has hecho pagos.{first}</p>
  }
  return (
    <ul className={classes.list}>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} type={type} />
      ))}
    </ul>
  )
}
