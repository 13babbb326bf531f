import { contractPayload } from '@quincena/domain/contracts/schema'
import { acceptAnswer, acceptBody } from '@quincena/domain/loans/bodies'
import { sentSigningCode, signingCodeBody } from '@quincena/domain/loans/signing-code'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../../lib/api.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { attemptOf } from '../../../../lib/idempotency.ts'
import { keys } from '../../../../lib/keys.ts'
import { readQuery } from '../../../../lib/read-query.ts'
import { useRefresh } from '../../../../lib/refresher.ts'
import { refreshUser } from '../../../../lib/sign-in.ts'
import { resetLegalTexts } from '../../../legal/api.ts'
import { loanQuery } from '../../loan-query.ts'
import type { Signed } from './kept-signature.ts'

/** The contract on the screen never changes: no refetch while it is read, and no cache for the next reading. */
const whileReading = {
  staleTime: ({ state }: { state: { data: unknown } }) => (state.data === undefined ? 0 : 'static'),
  gcTime: 0,
} as const

/** PDF contract of an offer, with the SHA-256 that the acceptance must contain. */
export const contractFileQuery = (id: number) =>
  queryOptions({
    queryKey: keys.contracts.file(id),
    queryFn: ({ signal }) => api.file('POST', `/contract/${id}`, { signal }),
    ...whileReading,
  })

/** Data of an offer's contract, for the summary. */
export const contractPayloadQuery = (id: number) =>
  queryOptions({
    ...readQuery(keys.contracts.payload(id), contractPayload, {
      path: `/loan/get-loan-contract-payload/${id}`,
    }),
    ...whileReading,
  })

/** Requests the code that confirms a signature, for the contract that was read. Each call sends another one. */
export function useRequestSigningCode(id: number) {
  const refresh = useRefresh('loan')
  return useMutation({
    mutationFn: (contract_sha256: string) =>
      api.post(sentSigningCode, `/loan/${id}/signing-code`, {
        body: z.encode(signingCodeBody, { contract_sha256 }),
      }),
    // The lender may ask for no code any more, or the offer has ended.
    onError: () => void refresh(),
  })
}

/** Accepts an offer. Every try of one signature has the same idempotency key. */
export function useAcceptLoan(id: number) {
  const client = useQueryClient()
  const refresh = useRefresh('loan')
  return useMutation({
    mutationFn: ({ key, body }: Signed) =>
      api.post(acceptAnswer, `/loan/${id}/accept`, {
        body: z.encode(acceptBody, body),
        attempt: attemptOf(key),
      }),
    onError: (error) => {
      // The cached texts may be old; after the reset the consent sheet loads them again.
      if (error instanceof ApiError && error.code === 'consents_missing') void resetLegalTexts(client)
    },
    onSuccess: ({ loan }) => client.setQueryData(loanQuery(id).queryKey, loan),
    onSettled: () => {
      void refresh()
      void refreshUser()
    },
  })
}
