import { type LoanRequestBody, loanRequestBody } from '@quincena/domain/loans/bodies'
import { loanDetail } from '@quincena/domain/loans/detail-schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useAttempt } from '../../../lib/idempotency.ts'
import { useRefresh } from '../../../lib/refresher.ts'
import { refreshUser } from '../../../lib/sign-in.ts'

/** Requests a loan. The body has the figures that were shown; the server refuses wrong ones (`loan.figures_differ`). */
export function useRequestLoan() {
  const refresh = useRefresh('loan')
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (request: LoanRequestBody) =>
      api.post(loanDetail, '/loan/', { body: z.encode(loanRequestBody, request), attempt }),
    onSettled: () => {
      void refreshUser()
      void refresh()
    },
  })
}
