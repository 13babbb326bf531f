import type { Refund, WorkerBalance } from '@quincena/domain/worker-balances/schema'
import { refund, workerBalance } from '@quincena/domain/worker-balances/schema'
import { z } from 'zod'

/** A refund of 500 pesos that Ana requested, in wire shape. Amounts are given in centavos. */
export const refundOf = (given: Partial<Refund> = {}) =>
  z.encode(refund, {
    ...{ id: 3, user: 1, worker: 'Ana Ruiz', amount: 50_000, state: 'requested', by_worker: true },
    ...{ requested_at: '2026-11-20T16:00:00Z', requester: 'Ana Ruiz', decider: null, decided_at: null },
    ...{ reason: null, account_last4: '7895', transfer: null, held_reason: null, settled_at: null },
    ...given,
  })

/** A balance of 1,368.55 pesos without a refund, in wire shape. Amounts are given in centavos. */
export const balanceOf = ({
  refund: newest = null,
  ...given
}: Partial<Omit<WorkerBalance, 'refund'>> & { refund?: Partial<Refund> | null } = {}) => ({
  ...z.encode(workerBalance, {
    ...{ user: 1, balance: 136_855, receivable: 0, refund: null, refund_problem: null },
    ...{ account: { bank: 'BBVA', last4: '7895' }, ...given },
  }),
  refund: newest === null ? null : refundOf(newest),
})
