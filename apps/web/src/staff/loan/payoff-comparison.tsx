import { formatMoney } from '@quincena/domain/format'
import type { Installment } from '@quincena/domain/loans/schema'
import type { PayoffQuote } from '@quincena/domain/payments/schema'
import classes from './payoff-comparison.module.css'

interface ComparisonProps {
  quote: PayoffQuote
  schedule: readonly Installment[]
  heading: string
}

/** Compares what the worker pays by the schedule with the payoff on the quote's day. */
export function PayoffComparison({ quote, schedule, heading }: ComparisonProps) {
  const isPaidAhead = schedule.some(({ paid, due_date }) => paid && due_date > quote.day)
  return (
    <>
      <Figures quote={quote} heading={heading} />
      {isPaidAhead && (
        <p className={classes.ahead}>
          Los intereses de las mensualidades que ya se pagaron por adelantado no se devuelven.
        </p>
      )}
    </>
  )
}

function Figures({ quote, heading }: Omit<ComparisonProps, 'schedule'>) {
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
