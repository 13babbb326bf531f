import { formatDate, formatDateTime, formatMoney, formatRate } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Column } from '../../components/data-table-types.ts'
import { PersonCell } from '../../components/person-cell.tsx'
import classes from './loan-columns.module.css'
import { LoanStatus } from './loan-status.tsx'

export type LoanColumn = Column<LoanListItem>

const noValue = '—'

/** Columns that every table of requests has; each table adds its own. */
export const loanColumns = {
  user: {
    key: 'user',
    header: 'Usuario',
    render: ({ user }) => (
      <PersonCell name={`${user.first_name} ${user.last_name}`} detail={user.company_name ?? 'Sin empresa'} />
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
    render: ({ state, next_payment_date }) =>
      isPayable(state) && next_payment_date !== null ? formatDate(next_payment_date) : noValue,
    align: 'end',
    sortable: true,
  },
  late: {
    key: 'days_late',
    header: 'Días de atraso',
    render: ({ days_late }) =>
      days_late === 0 ? noValue : <span className={classes.late}>{days_late.toLocaleString('es-MX')}</span>,
    align: 'end',
    sortable: true,
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
    render: ({ created_at }) => formatDateTime(created_at),
    align: 'end',
    sortable: true,
  },
} as const satisfies Record<string, LoanColumn>
