import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import classes from './balance.module.css'

interface BalanceProps {
  amount_due: Cents
  amount_paid: Cents
  discount: Cents
  new_amount_due: Cents
}

/** Shows the debt before and after a payment: previous − paid − saved = new, amounts in centavos. */
export function Balance({ amount_due, amount_paid, discount, new_amount_due }: BalanceProps) {
  return (
    <dl className={classes.balance}>
      <dt>Deuda actual</dt>
      <dd>{formatMoney(amount_due)}</dd>
      <dt>Este pago</dt>
      <dd>−{formatMoney(amount_paid)}</dd>
      {discount > 0 && (
        <>
          <dt>Ahorro de intereses</dt>
          <dd>−{formatMoney(discount)}</dd>
        </>
      )}
      <dt className={classes.rest}>Deuda después del pago</dt>
      <dd className={classes.rest}>{formatMoney(new_amount_due)}</dd>
    </dl>
  )
}
