import { formatDate, formatMoney } from '@quincena/domain/format'
import type { Installment, LoanDetail } from '@quincena/domain/loans/schema'
import { IconCheck } from '@tabler/icons-react'
import classes from './plain-table.module.css'

type InstallmentState = 'paid' | 'late' | 'next' | 'coming'

function installmentState(row: Installment, loan: LoanDetail): InstallmentState {
  if (row.paid || loan.completed) return 'paid'
  if (!loan.accepted || row.due_date !== loan.next_payment_date) return 'coming'
  return loan.state === 'overdue' ? 'late' : 'next'
}

function Mark({ state }: { state: InstallmentState }) {
  if (state === 'late') return <span className={classes.late}>Vencido</span>
  if (state === 'next') return <span className={classes.next}>Sigue</span>
  if (state === 'coming') return <span className={classes.note}>Por pagar</span>
  return (
    <span className={classes.mark}>
      <IconCheck className={classes.done ?? ''} size={16} stroke={2} aria-hidden />
      Pagado
    </span>
  )
}

/** Payment schedule; before the contract is signed, the schedule as if it were signed today. */
export function ScheduleTable({ loan }: { loan: LoanDetail }) {
  if (loan.status === 'REJ') return <p className={classes.none}>La solicitud terminó sin préstamo.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Calendario de pagos">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Pago</th>
            <th scope="col">Vence</th>
            <th scope="col" className={classes.end}>
              Cantidad
            </th>
            <th scope="col">Estado</th>
          </tr>
        </thead>
        <tbody>
          {loan.schedule.map((row) => (
            <tr key={row.number}>
              <td>{row.number}</td>
              <td>{formatDate(row.due_date)}</td>
              <td className={classes.end}>{formatMoney(row.payment)}</td>
              <td>
                <Mark state={installmentState(row, loan)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
