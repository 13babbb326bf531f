import { approvalRequested } from '@quincena/domain/approvals/schema'
import {
  type ChargeBody,
  type ConfirmBody,
  type CreditBody,
  chargeBody,
  confirmBody,
  creditBody,
  dismissBody,
  incomingPayment,
  returnBody,
  suggestions,
  undoCreditBody,
} from '@quincena/domain/incoming-payments/schema'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { loanListItem } from '@quincena/domain/loans/schema'
import { payoffQuote } from '@quincena/domain/payments/schema'
import { ownDepositBody } from '@quincena/domain/treasury/own-movements'
import { userListItem } from '@quincena/domain/users/schema'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

export const incomingPaymentQuery = (id: number) =>
  readQuery(keys.incomingPayments.detail(id), incomingPayment, { path: `/stp/incoming-payments/${id}` })

/**
 * Loads the payoff of a loan on the day the money arrived. It is never cached, and a change of the amount due loads it
 * again.
 */
export const incomingPayoffQuery = (id: number, loan: Pick<LoanDetail, 'id' | 'amount_due'>) =>
  queryOptions({
    ...readQuery(keys.payoffs.withIncoming(id, loan.id, loan.amount_due), payoffQuote, {
      path: `/stp/incoming-payments/${id}/payoff`,
      query: { loan_request: loan.id },
    }),
    staleTime: 0,
    gcTime: 0,
  })

const choices = 50

/** Searches approved loans by folio or name, as choices for an incoming payment. */
export function loanChoicesQuery(search: string) {
  const query = { search, status: 'APP', page_size: choices, ordering: '-created_at' }
  return { ...pageQuery(keys.loans.list, loanListItem, { path: '/loan', query }), enabled: search !== '' }
}

/** Loads to whom the rest of the money may belong, the likeliest first. */
export const suggestionsQuery = (id: number) =>
  readQuery(keys.incomingPayments.suggestions(id), suggestions, {
    path: `/stp/incoming-payments/${id}/suggestions`,
  })

/** Searches workers by name, key or e-mail, to whose balance money may be given. */
export function workerChoicesQuery(search: string) {
  const query = { search, user_type: 'U2', page_size: choices, ordering: 'first_name' }
  return {
    ...pageQuery(keys.users.list, userListItem, { path: '/auth/users', query }),
    enabled: search !== '',
  }
}

/** Mutation on an incoming payment; `failedText` is the error text of a failure without a reason. */
const useIncomingMutation = <Input, Output>(call: (input: Input) => Promise<Output>, failedText: string) =>
  useMutation({
    mutationFn: (input: Input) => withErrorText(call(input), failedText),
    onSettled: useRefresh('incoming_payment', 'loan', 'approval'),
  })

/** Registers a payment from the incoming payment; an idempotency key makes a repeated request register it once. */
export function useConfirmIncoming(id: number) {
  const attempt = useAttempt()
  const path = `/stp/incoming-payments/${id}/confirm`
  return useIncomingMutation(
    (body: ConfirmBody) => api.post(incomingPayment, path, { body: z.encode(confirmBody, body), attempt }),
    'Hubo un problema al registrar el pago.',
  )
}

/** Gives the money, or a part of it, to a worker's balance; an idempotency key makes a repeated request give it once. */
export function useCreditWorker(id: number) {
  const attempt = useAttempt()
  const path = `/stp/incoming-payments/${id}/credit`
  return useIncomingMutation(
    (body: CreditBody) => api.post(incomingPayment, path, { body: z.encode(creditBody, body), attempt }),
    'No se pudo abonar al trabajador.',
  )
}

/** Takes a credit back out of a worker's balance. */
export const useUndoCredit = (credit_id: number) =>
  useIncomingMutation((reason: string) => {
    const body = z.encode(undoCreditBody, { reason })
    return api.post(incomingPayment, `/stp/incoming-payments/credits/${credit_id}/undo`, { body })
  }, 'No se pudo deshacer el abono al trabajador.')

/** Asks a second person to charge a worker with what they used of money that STP took back. */
export const useRequestCharge = (id: number) =>
  useIncomingMutation((body: ChargeBody) => {
    const path = `/stp/incoming-payments/${id}/charge`
    return api.post(approvalRequested, path, { body: z.encode(chargeBody, body) })
  }, 'No se pudo pedir el cargo al trabajador.')

/** Asks a second person to return the money to its sender. */
export const useRequestReturn = (id: number) =>
  useIncomingMutation((reason: string) => {
    const body = z.encode(returnBody, { reason })
    return api.post(approvalRequested, `/stp/incoming-payments/${id}/return`, { body })
  }, 'No se pudo pedir la devolución.')

/** Asks an admin to record that the money was the lender's own deposit. */
export function useRequestDeposit(incoming_payment: number) {
  const attempt = useAttempt()
  return useIncomingMutation((note: string) => {
    const body = z.encode(ownDepositBody, { incoming_payment, note })
    return api.post(approvalRequested, '/treasury/cash-movements/deposit', { body, attempt })
  }, 'No se pudo pedir que se registre el depósito.')
}

/** Dismisses a callback without money, with a reason. */
export const useDismissIncoming = (id: number) =>
  useIncomingMutation((reason: string) => {
    const body = z.encode(dismissBody, { reason })
    return api.post(incomingPayment, `/stp/incoming-payments/${id}/dismiss`, { body })
  }, 'No se pudo descartar el abono.')

/** Reopens a dismissed incoming payment. */
export const useReopenIncoming = (id: number) =>
  useIncomingMutation(
    () => api.post(incomingPayment, `/stp/incoming-payments/${id}/reopen`),
    'No se pudo reabrir el abono.',
  )
