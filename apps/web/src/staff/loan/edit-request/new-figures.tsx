import { formatCat, formatMoney, formatPeriod } from '@quincena/domain/format'
import type { Simulation } from '@quincena/domain/loans/bodies'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { simulateCredit } from '@quincena/domain/loans/schedule'
import type { Cents } from '@quincena/domain/money'
import { today } from '../../../lib/today.ts'
import classes from './new-figures.module.css'

/** The terms that staff change: amount in centavos, and months. */
interface NewTerms {
  amount: Cents
  months: number
}

interface Row {
  label: string
  before: string
  after: string
}

function simulate(loan: LoanDetail, { amount, months }: NewTerms): Simulation {
  const { interest_rate: annual_rate, frequency, tax_rate, tax_added } = loan
  const start = today()
  return simulateCredit({ amount, annual_rate, frequency, installments: months, start, tax_rate, tax_added })
}

function rowsOf(loan: LoanDetail, newTerms: NewTerms | null): Row[] {
  const quote = newTerms && simulate(loan, newTerms)
  const after = (text: (terms: NewTerms, simulation: Simulation) => string) =>
    newTerms && quote ? text(newTerms, quote) : '—'
  return [
    {
      label: 'Monto',
      before: formatMoney(loan.amount),
      after: after(({ amount }) => formatMoney(amount)),
    },
    { label: 'Plazo', before: loan.period, after: after(({ months }) => formatPeriod('credit', months)) },
    {
      label: 'Mensualidad',
      before: formatMoney(loan.monthly_payment ?? 0),
      after: after((_, { monthly_payment }) => formatMoney(monthly_payment)),
    },
    {
      label: 'Deuda total',
      before: formatMoney(loan.total_debt),
      after: after((_, { final_value }) => formatMoney(final_value)),
    },
    {
      label: 'Costo',
      before: formatMoney(loan.total_debt - loan.amount),
      after: after(({ amount }, { final_value }) => formatMoney(final_value - amount)),
    },
    { label: 'CAT sin IVA', before: formatCat(loan.cat), after: after((_, { cat }) => formatCat(cat)) },
  ]
}

/** Compares the current cost of the request with the cost after the change, computed by the server's own rule. */
export function NewFigures({ loan, newTerms }: { loan: LoanDetail; newTerms: NewTerms | null }) {
  return (
    <table className={classes.figures}>
      <caption className={classes.caption}>Cifras de la solicitud</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Ahora</th>
          <th scope="col">Con el cambio</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(loan, newTerms).map(({ label, before, after }) => (
          <tr key={label} data-changed={after !== before}>
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td className={classes.after}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
