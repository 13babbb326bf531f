import { pageOf } from '@quincena/domain/page'
import { type PrivacyRequestBody, privacyRequest } from '@quincena/domain/privacy-requests/schema'
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useAttempt } from '../../../lib/idempotency.ts'
import { keys } from '../../../lib/keys.ts'
import { useRefresh } from '../../../lib/refresher.ts'
import { withErrorText } from '../../../lib/with-error-text.ts'

/** The worker's privacy requests (ARCO rights), newest first, in pages. */
export const privacyRequestsQuery = infiniteQueryOptions({
  queryKey: keys.privacyRequests.own,
  queryFn: ({ pageParam, signal }) =>
    api.get(pageOf(privacyRequest), '/privacy/requests', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ next }, _pages, page) => (next === null ? undefined : page + 1),
})

/** Sends a privacy request; the idempotency key makes a repeated call register one request. */
export function useSendPrivacyRequest() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: PrivacyRequestBody) =>
      withErrorText(
        api.post(privacyRequest, '/privacy/requests', { body, attempt }),
        'No pudimos enviar tu solicitud. Intenta de nuevo.',
      ),
    onSuccess: useRefresh('privacy_request'),
  })
}
