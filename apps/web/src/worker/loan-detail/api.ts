import { loanPatch } from '@quincena/domain/loans/bodies'
import { type LoanDetail, loanDetail } from '@quincena/domain/loans/schema'
import { payoffQuote } from '@quincena/domain/payments/schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { loanQuery } from '../loans/api.ts'

/** What settles a loan today. */
export const payoffQuery = ({ id, amount_due }: Pick<LoanDetail, 'id' | 'amount_due'>) =>
  queryOptions({
    queryKey: ['payoff', id, amount_due],
    queryFn: ({ signal }) => api.get(payoffQuote, `/loan/${id}/payoff`, { signal }),
    staleTime: 0,
  })

/** Turns an offer down, or takes a request back. */
export function useDeclineLoan(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.patch(loanDetail, `/loan/${id}`, { body: z.encode(loanPatch, { status: 'REJ' }) }),
    onSuccess: (loan) => client.setQueryData(loanQuery(id).queryKey, loan),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['loans'] })
      void refreshUser()
    },
  })
}
