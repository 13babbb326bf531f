import { approval, refusalBody } from '@quincena/domain/approvals/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { ApprovalListSearch } from './search.ts'

export const pageSize = 20

/** Query parameters of each tab. */
const tabs = {
  waiting: { state: 'open', mine: false },
  mine: { mine: true },
  decided: { state: 'decided' },
} as const

/** Loads a page of approvals. The previous page stays visible while the next one loads. */
export function approvalsQuery({ tab, page = 1 }: Pick<ApprovalListSearch, 'tab' | 'page'>) {
  const query = { page, page_size: pageSize, ...tabs[tab ?? 'waiting'] }
  return pageQuery(keys.approvals.list, approval, { path: '/approvals', query })
}

export const approvalQuery = (id: number) =>
  readQuery(keys.approvals.detail(id), approval, { path: `/approvals/${id}` })

/**
 * Decides or withdraws; an idempotency key makes a repeated call do it once. An approved command may change loans, money
 * or people, so their screens are refreshed too. `failedText` is the error text of a failure without a reason.
 */
function useDecision<Input>(call: (input: Input) => Promise<unknown>, failedText: string) {
  return useMutation({
    mutationFn: (input: Input) => withErrorText(call(input), failedText),
    onSettled: useRefresh('approval', 'loan', 'incoming_payment', 'transfer', 'user', 'bank', 'text'),
  })
}

export function useApprove(id: number) {
  const attempt = useAttempt()
  return useDecision(
    (_input: undefined) => api.post(approval, `/approvals/${id}/approve`, { attempt }),
    'No se pudo autorizar. Nada cambió.',
  )
}

export function useRefuse(id: number) {
  const attempt = useAttempt()
  return useDecision((reason: string) => {
    const body = z.encode(refusalBody, { reason })
    return api.post(approval, `/approvals/${id}/refuse`, { body, attempt })
  }, 'No se pudo rechazar.')
}

export function useWithdraw(id: number) {
  const attempt = useAttempt()
  return useDecision(
    (_input: undefined) => api.post(approval, `/approvals/${id}/withdraw`, { attempt }),
    'No se pudo retirar.',
  )
}
