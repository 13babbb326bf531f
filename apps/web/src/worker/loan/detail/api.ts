import { loanPatch } from '@quincena/domain/loans/bodies'
import { type LoanDetail, loanDetail } from '@quincena/domain/loans/detail-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { clientLog } from '../../../lib/client-log.ts'
import { useRefresh } from '../../../lib/refresher.ts'
import { refreshUser } from '../../../lib/sign-in.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'
import { loanQuery } from '../loan-query.ts'

/** Declines an offer or withdraws a request. `failedText` is the error text if the failure has no definite reason. */
export function useDeclineLoan({ id, folio }: Pick<LoanDetail, 'id' | 'folio'>, failedText: string) {
  const client = useQueryClient()
  const refresh = useRefresh('loan')
  const patch = () => api.patch(loanDetail, `/loan/${id}`, { body: z.encode(loanPatch, { status: 'REJ' }) })
  return useMutation({
    mutationFn: () => withErrorText(patch(), failedText),
    onSuccess: (loan) => {
      clientLog.info('decline-loan', folio)
      client.setQueryData(loanQuery(id).queryKey, loan)
    },
    onError: (error) => clientLog.error('decline-loan', `${failedText}: ${folio}`, error),
    onSettled: () => {
      void refresh()
      void refreshUser()
    },
  })
}
