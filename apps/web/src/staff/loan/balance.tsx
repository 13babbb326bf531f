import { formatMoney } from '@quincena/domain/format'
import classes from './balance.module.css'

/** Shows the debt before and after a payment; amounts in centavos. */
export function Balance({ amount_due, amount_paid }: { amount_due: number; amount_paid: number }) {
  return (
    <dl className={classes.balance}>
      <dt>Deuda actual</dt>
      <dd>{formatMoney(amount_due)}</dd>
      <dt>Este pago</dt>
      <dd>−{formatMoney(amount_paid)}</dd>
      <dt className={classes.rest}>Deuda después del pago</dt>
      <dd className={classes.rest}>{formatMoney(Math.max(0, amount_due - amount_paid))}</dd>
    </dl>
  )
}
