import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { BalanceMovement } from '@quincena/domain/worker-balances/schema'
import { movementName } from '@quincena/domain/worker-balances/words'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/data-table-types.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { PageButtons } from '../../components/page-buttons.tsx'
import { movementsPageSize, movementsQuery } from './api.ts'
import classes from './balance-tab.module.css'

/** What the movement came from: its loan, order or received money. */
function Cause({ loan, transfer, incoming_payment }: BalanceMovement) {
  if (loan !== null)
    return (
      <AnchorLink
        to={loan.folio.startsWith('A') ? '/detalle-anticipo/$id' : '/detalle-credito/$id'}
        params={{ id: loan.id }}
        size="sm"
      >
        {loan.folio}
      </AnchorLink>
    )
  if (transfer !== null)
    return (
      <AnchorLink to="/stp" search={{ order: transfer }} size="sm">
        Orden STP
      </AnchorLink>
    )
  if (incoming_payment === null) return null
  return (
    <AnchorLink to="/abonos" search={{ status: 'all', abono: incoming_payment }} size="sm">
      Abono
    </AnchorLink>
  )
}

const columns: readonly Column<BalanceMovement>[] = [
  { key: 'at', header: 'Fecha', render: ({ at }) => formatDateTime(at) },
  {
    key: 'kind',
    header: 'Por qué',
    render: (movement) => (
      <span className={classes.why}>
        {movementName(movement)} <Cause {...movement} />
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Monto',
    align: 'end',
    render: ({ amount }) => `${amount > 0 ? '+' : '−'}${formatMoney(Math.abs(amount))}`,
  },
  {
    key: 'left',
    header: 'Queda',
    align: 'end',
    render: ({ left, side }) => (side === 'balance' ? formatMoney(left) : `Nos debe ${formatMoney(left)}`),
  },
]

/** The movements of a worker's balance, and of what the worker owes apart, ten a page. */
export function BalanceMovements({ userId }: { userId: number }) {
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useQuery(movementsQuery(userId, page))
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / movementsPageSize))
  return (
    <>
      <DataTable
        label="Movimientos del saldo"
        columns={columns}
        rows={data?.results}
        isStale={isPlaceholderData}
        error={error}
        errorTitle="Error al obtener los movimientos"
        onRetry={refetch}
        empty={<EmptyState title="Sin movimientos" text="Lo que sobre de sus pagos aparecerá aquí." />}
      />
      <PageButtons label="Páginas de movimientos" page={page} pages={pages} onPage={setPage} />
    </>
  )
}
