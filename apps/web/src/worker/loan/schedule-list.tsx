import { VisuallyHidden } from '@mantine/core'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { Installment } from '@quincena/domain/loans/schema'
import { IconCheck } from '@tabler/icons-react'
import classes from './schedule-list.module.css'

interface ScheduleListProps {
  schedule: readonly Installment[]
  /** Due date of the next installment. */
  next?: string | null
  /** Text under the day of an installment, by its number. */
  notes?: ReadonlyMap<number, string>
}

/** Installments of a loan: number or check mark, due date and payment. */
export function ScheduleList({ schedule, next = null, notes }: ScheduleListProps) {
  return (
    <ol className={classes.list}>
      {schedule.map(({ number, due_date, payment, paid }) => (
        <li key={number} className={classes.row} data-paid={paid} data-next={!paid && due_date === next}>
          <span className={classes.number} aria-hidden>
            {paid ? <IconCheck size={14} stroke={3} /> : number}
          </span>
          <span className={classes.day}>
            {formatLongDate(due_date, { withYear: true })}
            {paid && <VisuallyHidden>, pagado</VisuallyHidden>}
            {notes?.has(number) && <span className={classes.note}>{notes.get(number)}</span>}
          </span>
          <span className={classes.payment}>{formatMoney(payment)}</span>
        </li>
      ))}
    </ol>
  )
}
