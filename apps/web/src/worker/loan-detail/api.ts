import { loanPatch } from '@quincena/domain/loans/bodies'
import { type LoanDetail, loanDetail } from '@quincena/domain/loans/schema'
import { payoffQuote } from '@quincena/domain/payments/schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { clientLog } from '../../lib/client-log.ts'
import { explained } from '../../lib/explained.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { loanQuery } from '../loans/api.ts'

/** What settles a loan today. */
export const payoffQuery = ({ id, amount_due }: Pick<LoanDetail, 'id' | 'amount_due'>) =>
  queryOptions({
    queryKey: ['payoff', id, amount_due],
    queryFn: ({ signal }) => api.get(payoffQuote, `/loan/${id}/payoff`, { signal }),
    staleTime: 0,
  })

/** Turns an offer down, or takes a request back; `failedText` is read where nobody can say why it failed. */
export function useDeclineLoan({ id, folio }: Pick<LoanDetail, 'id' | 'folio'>, failedText: string) {
  const client = useQueryClient()
  const patch = () => api.patch(loanDetail, `/loan/${id}`, { body: z.encode(loanPatch, { status: 'REJ' }) })
  return useMutation({
    mutationFn: () => explained(patch(), failedText),
    onSuccess: (loan) => {
      clientLog.info('decline-loan', folio)
      client.setQueryData(loanQuery(id).queryKey, loan)
    },
    onError: (error) => clientLog.error('decline-loan', `${failedText}: ${folio}`, error),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['loans'] })
      void refreshUser()
    },
  })
}
