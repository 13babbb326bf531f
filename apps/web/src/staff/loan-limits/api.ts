import { approvalRequested } from '@quincena/domain/approvals/schema'
import { type LoanLimitsBody, loanLimitsAnswer, loanLimitsBody } from '@quincena/domain/loans/duties'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { isAsked } from '../../lib/approvals.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

const path = '/loan/limits'

/** Loads the amounts above which one person does not approve or pay out a loan. */
export const loanLimitsQuery = readQuery(keys.loans.limits, loanLimitsAnswer, { path })

/**
 * Saves the limits, or asks another admin: they count from the next approval and signature on. After a refusal it loads
 * them again.
 */
export function useSaveLoanLimits() {
  const client = useQueryClient()
  const refresh = useRefresh('loan_limits', 'approval')
  return useMutation({
    mutationFn: (limits: LoanLimitsBody) =>
      withErrorText(
        api.put(z.union([approvalRequested, loanLimitsAnswer]), path, {
          body: z.encode(loanLimitsBody, limits),
        }),
        'No se pudieron guardar los límites.',
      ),
    onSuccess: (stored) => isAsked(stored) || client.setQueryData(loanLimitsQuery.queryKey, stored),
    onSettled: refresh,
  })
}
