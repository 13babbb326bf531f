import { contractPayload } from '@quincena/domain/contracts/schema'
import { type AcceptBody, acceptAnswer, acceptBody } from '@quincena/domain/loans/bodies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/attempt.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { loanQuery } from '../loans/api.ts'

/** The contract of an offer: its data, the file, and the file's hash that the signature is bound to. */
export const contractQuery = (id: number) =>
  queryOptions({
    queryKey: ['contracts', id],
    queryFn: async ({ signal }) => {
      const file = await api.file('POST', `/contract/${id}`, { signal })
      const payload = await api.get(contractPayload, `/loan/get-loan-contract-payload/${id}`, { signal })
      return { ...file, payload }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Accepts an offer. The key stays the same until the answer is definite, however often it is tried. */
export function useAcceptLoan(id: number) {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: AcceptBody) =>
      api.post(acceptAnswer, `/loan/${id}/accept`, { body: z.encode(acceptBody, body), attempt }),
    onSuccess: ({ loan }) => client.setQueryData(loanQuery(id).queryKey, loan),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['loans'] })
      void refreshUser()
    },
  })
}
