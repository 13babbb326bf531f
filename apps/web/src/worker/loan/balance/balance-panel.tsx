import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { isOpenRefund } from '@quincena/domain/worker-balances/rules'
import type { WorkerBalance } from '@quincena/domain/worker-balances/schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AnchorLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { useUser } from '../../../lib/session.ts'
import { workerBalanceQuery } from '../../../lib/worker-balance.ts'
import { openLoansQuery } from '../api.ts'
import { loanWords } from '../words.ts'
import classes from './balance-panel.module.css'
import { RefundSheet } from './refund-sheet.tsx'
import { refundText } from './refund-words.ts'
import { type PayableLoan, UseSheet } from './use-sheet.tsx'
import { WithdrawRefund } from './withdraw-refund.tsx'

/** The loans of the worker that can be paid. */
export const payableLoans = (loans: readonly LoanListItem[]) => loans.filter(({ state }) => isPayable(state))

/** The two things that a worker can do with the balance. */
function BalanceButtons({ balance, loans }: { balance: WorkerBalance; loans: readonly PayableLoan[] }) {
  const [sheet, setSheet] = useState<'use' | 'refund' | null>(null)
  const close = () => setSheet(null)
  const [first] = loans
  const canRefund = balance.refund_problem === null && balance.refund?.state !== 'requested'
  const target = first === undefined || loans.length > 1 ? 'préstamo' : loanWords[first.type].name
  return (
    <>
      {first !== undefined && (
        <Button size="lg" fullWidth onClick={() => setSheet('use')}>
          Usarlo en mi {target}
        </Button>
      )}
      {canRefund && (
        <Button
          size="lg"
          fullWidth
          variant={first === undefined ? 'filled' : 'light'}
          onClick={() => setSheet('refund')}
        >
          Que me lo devuelvan
        </Button>
      )}
      <UseSheet opened={sheet === 'use'} loans={loans} balance={balance.balance} onClose={close} />
      <RefundSheet opened={sheet === 'refund'} balance={balance} onClose={close} />
    </>
  )
}

/** Why the worker cannot ask for a refund now; not shown while the refund's own state says so. */
function problemOf({ refund, refund_problem }: WorkerBalance): string | null {
  if (refund !== null && isOpenRefund(refund.state)) return null
  return refund_problem
}

interface BalanceCardProps {
  balance: WorkerBalance
  loans: readonly PayableLoan[]
  /** What stands at the end of the card, such as the link to the movements. */
  children?: ReactNode
}

/** What is in the worker's favour, the state of the refund, and what they can do with the money. */
export function BalanceCard({ balance, loans, children }: BalanceCardProps) {
  const { balance: amount, receivable, refund } = balance
  const problem = problemOf(balance)
  return (
    <Panel tone="jade">
      <div className={classes.parts}>
        {amount > 0 && (
          <h2 className={classes.title}>
            Tienes <span className={classes.amount}>{formatMoney(amount)}</span> a tu favor
          </h2>
        )}
        {amount === 0 && <h2 className={classes.title}>No tienes saldo a tu favor</h2>}
        {receivable > 0 && (
          <p className={classes.text}>
            Nos debes {formatMoney(receivable)} aparte de tus préstamos. Llámanos para ponernos de acuerdo.
          </p>
        )}
        {refund !== null && (
          <p className={classes.text} role="status">
            {refundText(refund)}
          </p>
        )}
        {amount > 0 && <BalanceButtons balance={balance} loans={loans} />}
        {refund !== null && refund.state === 'requested' && refund.by_worker && (
          <WithdrawRefund refund={refund} />
        )}
        {amount > 0 && problem !== null && <p className={stack.note}>{problem}</p>}
        {children}
      </div>
    </Panel>
  )
}

/**
 * The worker's balance on a screen about loans; nothing without one. `loans` are the loans that it can pay: those in
 * force by default.
 */
export function BalancePanel({ loans }: { loans?: readonly PayableLoan[] }) {
  const user = useUser()
  const query = useQuery({ ...workerBalanceQuery(user.id), enabled: user.has_balance })
  const { data: open = [] } = useQuery({
    ...openLoansQuery,
    enabled: loans === undefined && user.has_balance,
  })
  if (!user.has_balance) return null
  return (
    <Loaded
      query={query}
      skeleton={<CardsSkeleton cards={1} height={180} />}
      errorTitle="No pudimos traer tu saldo a favor"
    >
      {(balance) => (
        <BalanceCard balance={balance} loans={loans ?? payableLoans(open)}>
          <AnchorLink to="/app/balance" className={classes.link}>
            Ver movimientos
          </AnchorLink>
        </BalanceCard>
      )}
    </Loaded>
  )
}
