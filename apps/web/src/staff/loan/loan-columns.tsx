import { localTime } from '@quincena/domain/dates'
import { formatDate, formatMoney, formatRate, formatTime } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Column } from '../../components/data-table-types.ts'
import { PersonCell } from '../../components/person-cell.tsx'
import classes from './loan-columns.module.css'
import { LoanStatus } from './loan-status.tsx'

export type LoanColumn = Column<LoanListItem>

const noValue = '—'

/** When a loan falls due, with the days that it is late below. */
function DueDate({ loan }: { loan: LoanListItem }) {
  const { state, next_payment_date, days_late } = loan
  const isDue = isPayable(state) && next_payment_date !== null
  return (
    <span className={classes.stack}>
      {isDue ? formatDate(next_payment_date) : noValue}{' '}
      {days_late > 0 && (
        <span className={classes.late}>
          {days_late.toLocaleString('es-MX')} {days_late === 1 ? 'día' : 'días'}
        </span>
      )}
    </span>
  )
}

/** A day with its time below. */
function DayAndTime({ at }: { at: string }) {
  const day = localTime(at).toPlainDate().toString()
  return (
    <span className={classes.stack}>
      {formatDate(day)} <span className={classes.time}>{formatTime(at)}</span>
    </span>
  )
}

/** Columns that every table of requests has; each table adds its own. */
export const loanColumns = {
  user: {
    key: 'user',
    header: 'Usuario',
    render: ({ user }) => (
      <span className={classes.user} title={user.company_name ?? undefined}>
        <PersonCell
          name={`${user.first_name} ${user.last_name}`}
          detail={user.company_name ?? 'Sin empresa'}
        />
      </span>
    ),
  },
  folio: {
    key: 'folio',
    header: 'Folio',
    render: ({ folio }) => <span className={classes.folio}>{folio}</span>,
    sortable: true,
  },
  status: { key: 'status', header: 'Estatus', render: (loan) => <LoanStatus loan={loan} />, sortable: true },
  amount: {
    key: 'amount',
    header: 'Monto',
    render: ({ amount }) => formatMoney(amount),
    align: 'end',
    sortable: true,
  },
  total: {
    key: 'total_debt',
    header: 'Deuda total',
    render: ({ total_debt }) => formatMoney(total_debt),
    align: 'end',
    sortable: true,
  },
  due: {
    key: 'amount_due',
    header: 'Deuda actual',
    render: ({ state, amount_due }) => (isPayable(state) ? formatMoney(amount_due) : noValue),
    align: 'end',
    sortable: true,
  },
  dueDate: {
    key: 'next_payment_date',
    header: 'Vence',
    render: (loan) => <DueDate loan={loan} />,
    align: 'end',
    sortable: true,
    second: { key: 'days_late', header: 'Días de atraso' },
  },
  rate: {
    key: 'interest_rate',
    header: 'Tasa de interés',
    render: ({ interest_rate }) => formatRate(interest_rate),
    align: 'end',
    sortable: true,
  },
  period: { key: 'period', header: 'Periodo', render: ({ period }) => period, align: 'end' },
  requested: {
    key: 'created_at',
    header: 'Fecha de solicitud',
    render: ({ created_at }) => <DayAndTime at={created_at} />,
    align: 'end',
    sortable: true,
  },
} as const satisfies Record<string, LoanColumn>
