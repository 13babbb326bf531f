import type { ApprovalWeek, DueDate, OwedByCompany } from '@quincena/domain/dashboard/charts'
import { formatDate, formatMoney, formatMoneyShort } from '@quincena/domain/format'
import classes from './chart-stage.module.css'
import { durationText, owedSeries } from './portfolio-words.ts'

export function OwedTable({ owed }: { owed: readonly OwedByCompany[] }) {
  return (
    <table className={classes.table} aria-label="Deuda por empresa y antigüedad">
      <thead>
        <tr>
          <th scope="col">Empresa</th>
          {owedSeries.map(({ age, label }) => (
            <th key={age} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {owed.map(({ company, owed: parts }) => (
          <tr key={`${company.id} ${company.name}`}>
            <th scope="row">{company.name}</th>
            {owedSeries.map(({ age }) => (
              <td key={age}>{parts[age] === 0 ? '—' : formatMoneyShort(parts[age])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function DueTable({ dates }: { dates: readonly DueDate[] }) {
  return (
    <table className={classes.table} aria-label="Por vencer, por fecha de pago">
      <thead>
        <tr>
          <th scope="col">Vence</th>
          <th scope="col">Préstamos</th>
          <th scope="col">Monto</th>
        </tr>
      </thead>
      <tbody>
        {dates.map(({ due_date, loans, amount }) => (
          <tr key={due_date}>
            <th scope="row">{formatDate(due_date)}</th>
            <td>{loans}</td>
            <td>{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ApprovalsTable({ weeks }: { weeks: readonly ApprovalWeek[] }) {
  return (
    <table className={classes.table} aria-label="Tiempo hasta aprobar un crédito, por semana">
      <thead>
        <tr>
          <th scope="col">Semana del</th>
          <th scope="col">Aprobados</th>
          <th scope="col">La mitad, en menos de</th>
          <th scope="col">9 de cada 10, en menos de</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, count, median_hours, p90_hours }) => (
          <tr key={week}>
            <th scope="row">{formatDate(week)}</th>
            <td>{count}</td>
            <td>{durationText(median_hours)}</td>
            <td>{durationText(p90_hours)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
