import { approvalRequested } from '@quincena/domain/approvals/schema'
import { incomingPayment } from '@quincena/domain/incoming-payments/schema'
import { cancelBody, type LoanPatch, loanPatch } from '@quincena/domain/loans/bodies'
import { type LoanDetail, loanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import { type LoanListItem, loanListItem } from '@quincena/domain/loans/schema'
import { pageOf } from '@quincena/domain/page'
import {
  type PaymentBody,
  type PayoffBody,
  payment,
  paymentBody,
  payoffBody,
  payoffQuote,
  reversalBody,
} from '@quincena/domain/payments/schema'
import { dispersionAnswer, type dispersionBody } from '@quincena/domain/transfers/schema'
import type { AccountForm } from '@quincena/domain/users/account-form'
import { user as userSchema } from '@quincena/domain/users/schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { type Attempt, useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import { typeWords } from './words.ts'

export const loanQuery = (id: number) => readQuery(keys.loans.detail(id), loanDetail, { path: `/loan/${id}` })

/**
 * Loads the first requests of a type that wait for a decision, in the order of their list, and how many there are. More
 * than two, because several of them may be decided within the time for undoing.
 */
export function waitingRequestsQuery(type: LoanType) {
  const query = { type, status: 'INA', page_size: 10 }
  return readQuery(keys.loans.list(query), pageOf(loanListItem), { path: '/loan', query })
}

/** Loads the payoff of a loan today. It is never cached, and a change of the amount due loads it again. */
export const payoffQuery = ({ id, amount_due }: Pick<LoanDetail, 'id' | 'amount_due'>) =>
  queryOptions({
    ...readQuery(keys.payoffs.today(id, amount_due), payoffQuote, { path: `/loan/${id}/payoff` }),
    staleTime: 0,
    gcTime: 0,
  })

/** Loads the open, STP-confirmed incoming payments that were matched with a loan. */
export function openIncomingPaymentsQuery(loan: number) {
  const query = { loan, status: 'open', stp_confirmed: true, page_size: 10 }
  return readQuery(keys.incomingPayments.list(query), pageOf(incomingPayment), {
    path: '/stp/incoming-payments',
    query,
  })
}

/**
 * Mutation on a loan; `failedText` is the error text of a failure without a reason. A refusal refreshes too: it often
 * means that the loan has changed meanwhile.
 */
function useLoanMutation<Input, Output>(
  call: (input: Input, attempt: Attempt) => Promise<Output>,
  failedText: string,
) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (input: Input) => withErrorText(call(input, attempt), failedText),
    onSettled: useRefresh('loan', 'user'),
  })
}

export type Decision = Pick<LoanPatch, 'reason' | 'seen'> & { status: 'APP' | 'REJ' }

const decided = z.union([approvalRequested, loanDetail])

/** Approves or rejects a request. The server notifies the applicant, or answers that another person has to approve too. */
export const decideLoan = (loan_id: number, decision: Decision, attempt: Attempt) =>
  withErrorText(
    api.patch(decided, `/loan/${loan_id}`, { body: z.encode(loanPatch, decision), attempt }),
    'Ocurrió un error al intentar aprobar/rechazar la solicitud',
  )

/** Changes amount and term of a request. The server notifies the worker. */
export const useEditRequest = ({ id, type }: Pick<LoanDetail, 'id' | 'type'>) =>
  useLoanMutation(
    (change: Pick<LoanPatch, 'amount' | 'period'>) =>
      api.patch(loanDetail, `/loan/${id}`, { body: z.encode(loanPatch, change) }),
    typeWords[type].updateError,
  )

/** Registers a payment; an idempotency key makes a repeated request register it once. */
export const useRegisterPayment = () =>
  useLoanMutation(
    (body: PaymentBody, attempt) =>
      api.post(payment, '/loan/payment', { body: z.encode(paymentBody, body), attempt }),
    'Hubo un problema al registrar el pago.',
  )

/** Pays off the loan at the quoted amount. */
export const usePayOff = (loanId: number) =>
  useLoanMutation(
    (body: PayoffBody, attempt) =>
      api.post(payment, `/loan/${loanId}/payoff`, { body: z.encode(payoffBody, body), attempt }),
    'Hubo un problema al registrar el pago.',
  )

/** Reverses a payment with a counter-posting; the reason is recorded. */
export const useReversePayment = () =>
  useLoanMutation(
    ({ id, reason }: { id: number; reason: string }, attempt) =>
      api.post(z.union([approvalRequested, payment]), `/loan/payment/${id}/reverse`, {
        body: z.encode(reversalBody, { reason }),
        attempt,
      }),
    'No se pudo anular el pago.',
  )

/** Changes the worker's bank account, which all later payouts use. */
export const useCorrectAccount = ({ user }: Pick<LoanDetail, 'user'>) =>
  useLoanMutation(
    (form: AccountForm) =>
      api.patch(userSchema, `/auth/user/${user.id}/update`, { body: { ...form, version: user.version } }),
    'No se pudo corregir la cuenta.',
  )

/** Sends a returned payout again, to the worker's current account. */
export const useSendAgain = (loanId: number) =>
  useLoanMutation((_: undefined, attempt) => {
    const body: z.input<typeof dispersionBody> = { data: { loan: loanId } }
    return api.put(z.union([approvalRequested, dispersionAnswer]), '/stp/dispersion', { body, attempt })
  }, 'Ocurrió un error con la transacción.')

/** Cancels a loan whose money was returned or has not left; the reason is recorded. */
export const useCancelLoan = (loanId: number) =>
  useLoanMutation(
    (reason: string, attempt) =>
      api.post(decided, `/loan/${loanId}/cancel`, { body: z.encode(cancelBody, { reason }), attempt }),
    'Ocurrió un error al intentar cambiar el estatus de la solicitud',
  )

/** Deletes a request. The server refuses when it has ever had an STP order. */
export function useDeleteLoan() {
  const client = useQueryClient()
  const refresh = useRefresh('loan')
  return useMutation({
    mutationFn: ({ id, type }: Pick<LoanListItem, 'id' | 'type'>) =>
      withErrorText(api.delete(noContent, `/loan/${id}`), typeWords[type].deleteError),
    onSuccess: (_, { id }) => {
      client.removeQueries({ queryKey: keys.loans.detail(id) })
      return refresh()
    },
  })
}
