import type { Approval } from '@quincena/domain/approvals/schema'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { Column } from '../../components/data-table-types.ts'
import { PersonCell } from '../../components/person-cell.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { badgeOf } from './approval-words.ts'
import classes from './approvals-page.module.css'

function Two({ first, second }: { first: string; second: string | null }) {
  return (
    <span className={classes.two}>
      <span>{first}</span>
      {second !== null && <span className={classes.second}>{second}</span>}
    </span>
  )
}

/** Columns of the approval list. */
export const approvalColumns: readonly Column<Approval>[] = [
  {
    key: 'requester',
    header: 'Quién la pidió',
    render: ({ requester }) => <PersonCell name={requester} />,
  },
  { key: 'title', header: 'Qué', render: ({ title, person }) => <Two first={title} second={person} /> },
  {
    key: 'amount',
    header: 'Monto',
    align: 'end',
    render: ({ amount }) => (amount === null ? '—' : formatMoney(amount)),
  },
  { key: 'requested_at', header: 'Pedida', render: ({ requested_at }) => formatDateTime(requested_at) },
  {
    key: 'state',
    header: 'Estado',
    render: (row) => (
      <span className={classes.two}>
        <StatusBadge {...badgeOf(row)} />
        {row.decider !== null && <span className={classes.second}>{row.decider}</span>}
      </span>
    ),
  },
]
