import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import type { WorkerBalance } from '@quincena/domain/worker-balances/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { toast } from '../../components/toast.tsx'
import { workerBalanceQuery } from '../../lib/worker-balance.ts'
import { RefundBadge } from '../worker-balance/refund-badge.tsx'
import { RefundLinks } from '../worker-balance/refund-links.tsx'
import { openLoansOfQuery, usePayReceivable } from './api.ts'
import { BalanceMovements } from './balance-movements.tsx'
import classes from './balance-tab.module.css'
import { RefundDialog } from './refund-dialog.tsx'
import { UseBalanceDialog } from './use-balance-dialog.tsx'

function NewestRefund({ refund }: { refund: NonNullable<WorkerBalance['refund']> }) {
  const { state, amount, reason, held_reason, account_last4 } = refund
  return (
    <div className={classes.refund}>
      <span>
        Devolución de {formatMoney(amount)} a la cuenta terminada en {account_last4}
      </span>
      <RefundBadge state={state} />
      <RefundLinks refund={refund} />
      {state === 'refused' && reason !== null && <p className={classes.note}>Motivo: {reason}</p>}
      {held_reason !== null && <p className={classes.note}>{held_reason}</p>}
    </div>
  )
}

/** The two things that staff can do with a balance. */
function BalanceActions({ balance }: { balance: WorkerBalance }) {
  const [open, setOpen] = useState<'use' | 'refund' | null>(null)
  const { data } = useQuery(openLoansOfQuery(balance.user))
  const loans = (data?.results ?? []).filter(({ state }) => isPayable(state))
  const close = () => setOpen(null)
  const canRefund = balance.refund_problem === null && balance.refund?.state !== 'requested'
  return (
    <div className={classes.actions}>
      <Button variant="default" disabled={loans.length === 0} onClick={() => setOpen('use')}>
        Usarlo en un préstamo
      </Button>
      <Button disabled={!canRefund} onClick={() => setOpen('refund')}>
        Devolver
      </Button>
      {open === 'use' && <UseBalanceDialog loans={loans} balance={balance.balance} onClose={close} />}
      {open === 'refund' && <RefundDialog opened balance={balance} onClose={close} />}
    </div>
  )
}

function Amounts({ balance: { balance, receivable } }: { balance: WorkerBalance }) {
  return (
    <dl className={classes.amounts}>
      <div>
        <dt>Saldo a favor</dt>
        <dd>{formatMoney(balance)}</dd>
      </div>
      {receivable > 0 && (
        <div>
          <dt>Nos debe</dt>
          <dd>{formatMoney(receivable)}</dd>
        </div>
      )}
    </dl>
  )
}

/** What the worker owes apart from the loans, and the way to take it from the balance. */
function Receivable({ balance: { user, balance, receivable } }: { balance: WorkerBalance }) {
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = usePayReceivable(user)
  const amount = Math.min(balance, receivable)
  return (
    <Notice tone="info">
      Nos debe {formatMoney(receivable)} aparte de sus préstamos; los movimientos dicen por qué.{' '}
      {balance === 0 ? (
        'Cuando pague, abona el dinero a su saldo a favor y cóbralo de ahí.'
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
          Cobrar {formatMoney(amount)} de su saldo
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={`¿Cobrar ${formatMoney(amount)} de su saldo a favor?`}
        text={`Le quedan ${formatMoney(balance - amount)} a favor y debe ${formatMoney(receivable - amount)}.`}
        confirmLabel="Cobrar"
        onConfirm={async () => {
          await mutateAsync(amount)
          toast.success('Se cobró de su saldo a favor.')
        }}
        onClose={() => setAsked(false)}
      />
    </Notice>
  )
}

/** What the lender and a worker owe each other beside the loans: amounts, refund, actions and movements. */
export function BalanceTab({ userId }: { userId: number }) {
  const query = useQuery(workerBalanceQuery(userId))
  const balance = query.data
  if (balance === undefined)
    return <LoadState query={query} title="Error al obtener el saldo a favor" lines={6} />
  return (
    <>
      <div className={classes.head}>
        <Amounts balance={balance} />
        {balance.balance > 0 && <BalanceActions balance={balance} />}
      </div>
      {balance.receivable > 0 && <Receivable balance={balance} />}
      {balance.refund !== null && <NewestRefund refund={balance.refund} />}
      {balance.refund_problem !== null && <p className={classes.note}>{balance.refund_problem}</p>}
      <BalanceMovements userId={userId} />
    </>
  )
}
