import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { Refund } from '@quincena/domain/worker-balances/schema'
import type { Column } from '../../components/data-table-types.ts'
import { PersonCell } from '../../components/person-cell.tsx'
import { RefundBadge } from '../worker-balance/refund-badge.tsx'
import { RefundLinks } from '../worker-balance/refund-links.tsx'
import classes from './balances-page.module.css'

/** Why a refund waits or was refused; null if there is nothing to say. */
const noteOf = ({ state, reason, held_reason }: Refund) => (state === 'refused' ? reason : held_reason)

/** Columns of the list of refunds. */
export const refundColumns: readonly Column<Refund>[] = [
  {
    key: 'worker',
    header: 'Trabajador',
    render: ({ worker, account_last4 }) => (
      <PersonCell name={worker} detail={`Cuenta terminada en ${account_last4}`} />
    ),
  },
  { key: 'amount', header: 'Monto', align: 'end', render: ({ amount }) => formatMoney(amount) },
  {
    key: 'requested_at',
    header: 'Pedida',
    render: ({ requested_at, requester, by_worker }) => (
      <span className={classes.two}>
        {formatDateTime(requested_at)}
        <span className={classes.under}>{by_worker ? 'Por el trabajador' : `Por ${requester}`}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    render: (refund) => (
      <span className={classes.two}>
        <RefundBadge state={refund.state} />
        {noteOf(refund) !== null && <span className={classes.under}>{noteOf(refund)}</span>}
      </span>
    ),
  },
  { key: 'links', header: 'Ver', render: (refund) => <RefundLinks refund={refund} /> },
]
