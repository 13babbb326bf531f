import { formatMoney } from '@quincena/domain/format'
import type { PayoffQuote } from '@quincena/domain/payments/schema'
import classes from './payoff-comparison.module.css'

/** Compares what the worker pays by the schedule with the payoff on the quote's day. */
export function PayoffComparison({ quote, heading }: { quote: PayoffQuote; heading: string }) {
  const { amount_due, amount, principal, charge, discount } = quote
  return (
    <table className={classes.comparison}>
      <thead>
        <tr>
          <td />
          <th scope="col">Siguiendo el calendario</th>
          <th scope="col">{heading}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Capital</th>
          <td>{formatMoney(principal)}</td>
          <td>{formatMoney(principal)}</td>
        </tr>
        <tr>
          <th scope="row">Intereses</th>
          <td>{formatMoney(charge + discount)}</td>
          <td>{formatMoney(charge)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{formatMoney(amount_due)}</td>
          <td className={classes.today}>{formatMoney(amount)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
