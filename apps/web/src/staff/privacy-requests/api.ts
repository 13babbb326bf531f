import { privacyRequest } from '@quincena/domain/privacy-requests/schema'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { PrivacySearch } from './search.ts'

export const pageSize = 20

const statusByFilter = { open: 'open', answered: 'answered', all: undefined } as const

/** Loads a page of requests about personal data. The previous page stays visible while the next one loads. */
export function privacyRequestsQuery({ page = 1, state }: PrivacySearch) {
  const query = { page, page_size: pageSize, state: statusByFilter[state ?? 'open'] }
  return pageQuery(keys.privacyRequests.list, privacyRequest, { path: '/privacy/requests', query })
}

/** Answers a request; an idempotency key makes a repeated request answer it once. */
export function useAnswer(id: number) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (answer: string) =>
      withErrorText(
        api.post(privacyRequest, `/privacy/requests/${id}/answer`, { body: { answer }, attempt }),
        'No se pudo enviar la respuesta.',
      ),
    onSettled: useRefresh('privacy_request'),
  })
}
