import { Button } from '@mantine/core'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import { receiptFolio } from '@quincena/domain/payments/rules'
import type { Payment } from '@quincena/domain/payments/schema'
import { DownloadButton } from '../../components/download-button.tsx'
import { downloadReceipt } from '../../lib/receipt.ts'
import classes from './plain-table.module.css'

interface PaymentRowProps {
  payment: Payment
  onReverse: (() => void) | undefined
}

/** One payment: date, amount, debt before and after, receipt. A reversed payment is struck through. */
export function PaymentRow({ payment, onReverse }: PaymentRowProps) {
  const { id, amount_paid, previous_amount_due, new_amount_due, discount, created_at, reversed_at } = payment
  return (
    <tr data-muted={reversed_at !== null}>
      <td className={classes.when}>{formatDateTime(created_at)}</td>
      <td className={classes.end}>
        {formatMoney(amount_paid)}
        {discount > 0 && (
          <span className={classes.under}>Liquidación, {formatMoney(discount)} descontados</span>
        )}
      </td>
      <td className={classes.end}>{formatMoney(previous_amount_due)}</td>
      <td className={classes.end}>{formatMoney(new_amount_due)}</td>
      <td className={classes.actions}>
        <div className={classes.rowActions}>
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
          <DownloadButton
            label={`Descargar comprobante ${receiptFolio(id)}`}
            size={32}
            onDownload={() => downloadReceipt(id)}
          />
        </div>
      </td>
    </tr>
  )
}
