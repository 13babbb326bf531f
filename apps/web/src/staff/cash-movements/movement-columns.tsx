import { formatDate } from '@quincena/domain/format'
import { type OwnMovement, ownMovementNames } from '@quincena/domain/treasury/own-movements'
import type { Column } from '../../components/data-table-types.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { today } from '../../lib/today.ts'
import { ageText } from '../treasury/age-words.ts'
import { OwnerCell } from '../treasury/owner-cell.tsx'
import classes from './cash-movements-page.module.css'
import { badgeOf, signedText } from './movement-words.ts'

function What({ kind, note }: OwnMovement) {
  return (
    <span className={classes.two}>
      {ownMovementNames[kind]}
      <span className={classes.note}>{note}</span>
    </span>
  )
}

function Owner({ id, state, owner, tracking_key }: OwnMovement) {
  if (state !== 'suspense') return owner?.name ?? '—'
  return (
    <OwnerCell
      owner={owner}
      of={`movimiento ${tracking_key ?? id}`}
      path={`/treasury/cash-movements/${id}`}
      topics={['balance']}
    />
  )
}

/** Columns of the lender's own movements at STP. */
export const movementColumns: readonly Column<OwnMovement>[] = [
  { key: 'kind', header: 'Movimiento', render: What },
  {
    key: 'amount',
    header: 'Monto',
    align: 'end',
    sortable: true,
    render: ({ amount }) => <span className={classes.money}>{signedText(amount)}</span>,
  },
  {
    key: 'operation_date',
    header: 'Fecha',
    sortable: true,
    render: ({ operation_date }) => formatDate(operation_date),
  },
  {
    key: 'tracking_key',
    header: 'Clave de rastreo',
    render: ({ tracking_key }) => <span className={classes.key}>{tracking_key ?? '—'}</span>,
  },
  { key: 'state', header: 'Estado', render: (movement) => <StatusBadge {...badgeOf(movement)} /> },
  {
    key: 'created_at',
    header: 'Antigüedad',
    sortable: true,
    render: ({ created_at }) => ageText(created_at, today()),
  },
  { key: 'owner', header: 'Responsable', render: Owner },
]
