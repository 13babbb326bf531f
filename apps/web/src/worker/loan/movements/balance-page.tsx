import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { BalanceMovement } from '@quincena/domain/worker-balances/schema'
import { movementName } from '@quincena/domain/worker-balances/words'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/message-state.tsx'
import { NoMovementsDrawing } from '../../../components/phone/empty-drawings.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { MoreButton } from '../../../components/phone/more-button.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton, LinesSkeleton } from '../../../components/skeletons.tsx'
import { useUser } from '../../../lib/session.ts'
import { workerBalanceQuery } from '../../../lib/worker-balance.ts'
import { openLoansQuery } from '../api.ts'
import { BalanceCard, payableLoans } from '../balance/balance-panel.tsx'
import { ownMovementsQuery } from './api.ts'
import classes from './balance-page.module.css'

const signed = (amount: number) => `${amount > 0 ? '+' : '−'}${formatMoney(Math.abs(amount))}`

function Movement({ movement }: { movement: BalanceMovement }) {
  const { at, side, amount, left, loan } = movement
  return (
    <li className={classes.movement}>
      <span className={classes.why}>
        {movementName(movement)}
        {loan !== null && ` · ${loan.folio}`}
      </span>
      <span className={classes.amount}>{signed(amount)}</span>
      <span className={classes.under}>{formatLongDate(businessDay(at), { withYear: true })}</span>
      <span className={classes.under} data-end>
        {side === 'balance' ? 'A favor' : 'Nos debes'}: {formatMoney(left)}
      </span>
    </li>
  )
}

function Movements() {
  const query = useInfiniteQuery(ownMovementsQuery(useUser().id))
  const { data, error, refetch } = query
  if (data === undefined) {
    if (error === null) return <LinesSkeleton lines={4} />
    return <ErrorState title="No pudimos traer tus movimientos" error={error} onRetry={refetch} />
  }
  const movements = data.pages.flatMap(({ results }) => results)
  if (movements.length === 0)
    return (
      <EmptyState
        drawing={<NoMovementsDrawing />}
        title="Aún no hay movimientos"
        text="Si pagas de más, aquí verás cuánto quedó a tu favor."
      />
    )
  return (
    <Panel title="Movimientos">
      <ul className={classes.list} aria-label="Movimientos">
        {movements.map((movement) => (
          <Movement key={movement.id} movement={movement} />
        ))}
      </ul>
      <MoreButton query={query} />
    </Panel>
  )
}

/** Screen «Saldo a favor»: the worker's balance, what to do with it, its refund and its movements. */
export function BalancePage() {
  const balance = useQuery(workerBalanceQuery(useUser().id))
  const { data: open = [] } = useQuery(openLoansQuery)
  return (
    <>
      <ScreenHeader title="Saldo a favor" backTo="/app/home" />
      <div className={stack.stack}>
        <Loaded query={balance} skeleton={<CardsSkeleton cards={1} height={180} />}>
          {(data) => <BalanceCard balance={data} loans={payableLoans(open)} />}
        </Loaded>
        <Movements />
      </div>
    </>
  )
}
