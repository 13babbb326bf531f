import { approval, approvalRequested } from '@quincena/domain/approvals/schema'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import { payment, payoffQuote } from '@quincena/domain/payments/schema'
import {
  refundBody,
  type UseBalanceBody,
  useBalanceBody,
  workerBalance,
} from '@quincena/domain/worker-balances/schema'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from './api.ts'
import { useAttempt } from './idempotency.ts'
import { keys } from './keys.ts'
import { readQuery } from './read-query.ts'
import { useRefresh } from './refresher.ts'
import { withErrorText } from './with-error-text.ts'

/** What the lender and a worker owe each other beside the loans, with the newest refund. */
export const workerBalanceQuery = (user_id: number) =>
  readQuery(keys.workerBalances.detail(user_id), workerBalance, { path: `/treasury/balances/${user_id}` })

/** The payoff of a loan today. It is never cached, and a change of the amount due loads it again. */
export const payoffTodayQuery = ({ id, amount_due }: Pick<LoanListItem, 'id' | 'amount_due'>) =>
  queryOptions({
    ...readQuery(keys.payoffs.today(id, amount_due), payoffQuote, { path: `/loan/${id}/payoff` }),
    ...{ staleTime: 0, gcTime: 0 },
  })

/** Requests the refund of an amount in centavos; another staff member releases it. */
export function useRequestRefund(user_id: number) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (amount: Cents) =>
      withErrorText(
        api.post(approvalRequested, `/treasury/balances/${user_id}/refund`, {
          ...{ body: z.encode(refundBody, { amount }), attempt },
        }),
        'No se pudo pedir la devolución. Intenta de nuevo.',
      ),
    onSettled: useRefresh('worker_balance', 'approval'),
  })
}

/**
 * Takes back the caller's own request for a refund, by the id of its approval. The server refuses it once somebody has
 * released the refund; an idempotency key makes a repeated call do it once.
 */
export function useWithdrawRefund(approval_id: number) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: () =>
      withErrorText(
        api.post(approval, `/approvals/${approval_id}/withdraw`, { attempt }),
        'No se pudo retirar la solicitud. Intenta de nuevo.',
      ),
    onSettled: useRefresh('worker_balance', 'approval'),
  })
}

/** Pays a loan with the worker's balance; an idempotency key makes a repeated call pay once. */
export function useUseBalance(loan_id: number) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: UseBalanceBody) =>
      withErrorText(
        api.post(payment, `/loan/${loan_id}/use-balance`, { body: z.encode(useBalanceBody, body), attempt }),
        'No se pudo usar el saldo a favor. Intenta de nuevo.',
      ),
    onSettled: useRefresh('loan', 'worker_balance'),
  })
}
