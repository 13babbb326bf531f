import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { Payment } from '@quincena/domain/payments/schema'
import stack from '../screen/stack.module.css'
import classes from './payment-list.module.css'

/** The payments made, newest first, and what was owed before each. */
export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p className={stack.lead}>Aún no hay pagos registrados.</p>
  return (
    <ul className={classes.list}>
      {payments.map(({ id, created_at, amount_paid, previous_amount_due, reversed_at }) => (
        <li key={id} className={classes.payment} data-reversed={reversed_at !== null}>
          <span>
            <span className={classes.day}>{formatLongDate(businessDay(created_at), { withYear: true })}</span>
            <span className={classes.owed}>
              {reversed_at === null ? `Debías ${formatMoney(previous_amount_due)}` : 'Pago cancelado'}
            </span>
          </span>
          <span className={classes.amount}>{formatMoney(amount_paid)}</span>
        </li>
      ))}
    </ul>
  )
}
