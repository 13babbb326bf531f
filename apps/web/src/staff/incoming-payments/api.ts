import {
  type ConfirmBody,
  confirmBody,
  dismissBody,
  incomingPayment,
} from '@quincena/domain/incoming-payments/schema'
import { type LoanDetail, loanListItem } from '@quincena/domain/loans/schema'
import { payoffQuote } from '@quincena/domain/payments/schema'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { IncomingListSearch } from './search.ts'

export const pageSize = 10

/** Query parameters of each list filter. */
const filters = {
  open: { status: 'open', stp_confirmed: true },
  unconfirmed: { status: 'open', stp_confirmed: false },
  confirmed: { status: 'confirmed' },
  dismissed: { status: 'dismissed' },
  all: {},
} as const

/** Loads a page of incoming payments. The previous page stays visible while the next one loads. */
export function incomingPaymentsQuery({
  status = 'open',
  search,
  found,
  operation_date,
  page = 1,
}: Omit<IncomingListSearch, 'status'> & {
  status?: IncomingListSearch['status'] | 'open'
}) {
  const query = { page, page_size: pageSize, search, found, operation_date, ...filters[status] }
  return pageQuery(keys.incomingPayments.list, incomingPayment, { path: '/stp/incoming-payments', query })
}

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

/** Mutation on an incoming payment; `failedText` is the error text of a failure without a reason. */
const useIncomingMutation = <Input, Output>(call: (input: Input) => Promise<Output>, failedText: string) =>
  useMutation({
    mutationFn: (input: Input) => withErrorText(call(input), failedText),
    onSettled: useRefresh('incoming_payment', 'loan'),
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

/** Dismisses the incoming payment with a reason: it belongs to no loan. */
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
