import { formatMoney } from '@quincena/domain/format'
import { receiptFolio } from '@quincena/domain/payments/rules'
import type { Payment } from '@quincena/domain/payments/schema'
import { DownloadButton } from '../../../components/download-button.tsx'
import stack from '../../../components/phone/stack.module.css'
import { downloadReceipt } from '../../../lib/receipt.ts'
import { formatDay } from '../format-day.ts'
import classes from './payment-list.module.css'

function paymentDetail({ reversed_at, previous_amount_due, discount }: Payment): string {
  if (reversed_at !== null) return 'Pago cancelado'
  if (discount > 0) return `Liquidaste y ahorraste ${formatMoney(discount)}`
  return `Debías ${formatMoney(previous_amount_due)}`
}

/** Payments, newest first, each with its receipt and the debt before it, or its discount or reversal. */
export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p className={stack.lead}>Aún no hay pagos registrados.</p>
  return (
    <ul className={classes.list}>
      {payments.map((payment) => (
        <li key={payment.id} className={classes.payment} data-reversed={payment.reversed_at !== null}>
          <span className={classes.words}>
            <span className={classes.day}>{formatDay(payment.created_at)}</span>
            <span className={classes.owed}>{paymentDetail(payment)}</span>
          </span>
          <span className={classes.amount}>{formatMoney(payment.amount_paid)}</span>
          <DownloadButton
            label={`Descargar comprobante ${receiptFolio(payment.id)}`}
            size={48}
            onDownload={() => downloadReceipt(payment.id)}
          />
        </li>
      ))}
    </ul>
  )
}
