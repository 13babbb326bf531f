import { contractPayload } from '@quincena/domain/contracts/schema'
import { type AcceptBody, acceptAnswer, acceptBody } from '@quincena/domain/loans/bodies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useAttempt } from '../../lib/attempt.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { resetLegalTexts } from '../legal/api.ts'
import { loanQuery } from '../loans/api.ts'

/** What is being read is replaced by nothing, whatever else on the screen is refreshed; what is read again is new. */
const whileReading = {
  staleTime: ({ state }: { state: { data: unknown } }) => (state.data === undefined ? 0 : 'static'),
  gcTime: 0,
} as const

/** The contract of an offer as a file, with the hash that the signature is bound to. */
export const contractFileQuery = (id: number) =>
  queryOptions({
    queryKey: ['contracts', id, 'file'],
    queryFn: ({ signal }) => api.file('POST', `/contract/${id}`, { signal }),
    ...whileReading,
  })

/** The data of an offer's contract, for its summary. */
export const contractPayloadQuery = (id: number) =>
  queryOptions({
    queryKey: ['contracts', id, 'payload'],
    queryFn: ({ signal }) => api.get(contractPayload, `/loan/get-loan-contract-payload/${id}`, { signal }),
    ...whileReading,
  })

/** Accepts an offer. The key stays the same until the answer is definite, however often it is tried. */
export function useAcceptLoan(id: number) {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: AcceptBody) =>
      api.post(acceptAnswer, `/loan/${id}/accept`, { body: z.encode(acceptBody, body), attempt }),
    onError: (error) => {
      // The texts kept on this phone may be the old ones; the sheet that asks for the consents loads them again.
      if (error instanceof ApiError && error.code === 'consents_missing') void resetLegalTexts(client)
    },
    onSuccess: ({ loan }) => client.setQueryData(loanQuery(id).queryKey, loan),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['loans'] })
      void refreshUser()
    },
  })
}
