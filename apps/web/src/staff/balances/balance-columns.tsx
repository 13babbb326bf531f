import { formatMoney } from '@quincena/domain/format'
import type { WorkerBalanceRow } from '@quincena/domain/worker-balances/schema'
import type { Column } from '../../components/data-table-types.ts'
import { AnchorLink } from '../../components/links.tsx'
import { PersonCell } from '../../components/person-cell.tsx'
import { RefundBadge } from '../worker-balance/refund-badge.tsx'
import classes from './balances-page.module.css'

function OpenRefund({ refund }: Pick<WorkerBalanceRow, 'refund'>) {
  if (refund === null) return '—'
  return (
    <span className={classes.refund}>
      {formatMoney(refund.amount)} <RefundBadge state={refund.state} />
      <AnchorLink to="/autorizaciones" search={{ autorizacion: refund.id }} size="sm">
        Ver
      </AnchorLink>
    </span>
  )
}

/** Columns of the list of balances. */
export const balanceColumns: readonly Column<WorkerBalanceRow>[] = [
  {
    key: 'name',
    header: 'Trabajador',
    sortable: true,
    render: ({ name, key, company }) => (
      <PersonCell name={name} detail={[key, company].filter((part) => part !== null).join(' · ')} />
    ),
  },
  {
    key: 'balance',
    header: 'Saldo a favor',
    sortable: true,
    align: 'end',
    render: ({ balance }) => formatMoney(balance),
  },
  {
    key: 'receivable',
    header: 'Nos debe',
    sortable: true,
    align: 'end',
    render: ({ receivable }) => (receivable === 0 ? '—' : formatMoney(receivable)),
  },
  { key: 'refund', header: 'Devolución', render: ({ refund }) => <OpenRefund refund={refund} /> },
]
