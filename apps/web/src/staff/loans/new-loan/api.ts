import { type LoanRequestBody, loanRequestBody } from '@quincena/domain/loans/bodies'
import { loanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import { userListItem } from '@quincena/domain/users/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { ApiError, fieldProblem } from '../../../lib/api-error.ts'
import { useAttempt } from '../../../lib/idempotency.ts'
import { keys } from '../../../lib/keys.ts'
import { pageQuery } from '../../../lib/read-query.ts'
import { useRefresh } from '../../../lib/refresher.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'
import { typeWords } from '../../loan/words.ts'
import { blockedText } from './blocked-text.ts'

const workersShown = 20

/** Loads up to 20 active workers whom the text means, as choices. */
export function workersQuery(search: string) {
  const query = { search, user_type: 'U2', is_active: true, page_size: workersShown }
  return pageQuery(keys.users.list, userListItem, { path: '/auth/users', query })
}

/** Puts a refusal about the worker at that field, and says in one sentence that the terms have changed meanwhile. */
function explained(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, code } = error
  const text = blockedText(code)
  if (text !== undefined) return fieldProblem('user', text)
  if (code !== 'loan.figures_differ') return error
  const detail =
    'Las condiciones cambiaron mientras llenabas la solicitud. Revisa las cifras y agrégala de nuevo.'
  return new ApiError({ status, code, detail })
}

/**
 * Requests a loan for a worker. The body has the figures that were shown. A refusal refreshes too: the worker or the
 * company has often changed meanwhile.
 */
export function useAddLoan(type: LoanType) {
  const attempt = useAttempt()
  const refresh = useRefresh('loan', 'user', 'company')
  return useMutation({
    mutationFn: async (request: LoanRequestBody) => {
      const body = z.encode(loanRequestBody, request)
      try {
        return await withErrorText(
          api.post(loanDetail, '/loan/', { body, attempt }),
          typeWords[type].addError,
        )
      } catch (error) {
        throw explained(error)
      }
    },
    onSettled: () => void refresh(),
  })
}
