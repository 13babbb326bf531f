import { pageOf } from '@quincena/domain/page'
import { type PrivacyRequestBody, privacyRequest } from '@quincena/domain/privacy-requests/schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/attempt.ts'
import { explained } from '../../lib/explained.ts'

/** The worker's latest requests over their data. */
export const privacyRequestsQuery = queryOptions({
  queryKey: ['privacy-requests'],
  queryFn: ({ signal }) => api.get(pageOf(privacyRequest), '/privacy/requests', { signal }),
})

/** Sends a request, once however often it is tapped. */
export function useAskForPrivacy() {
  const attempt = useAttempt()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PrivacyRequestBody) =>
      explained(
        api.post(privacyRequest, '/privacy/requests', { body, attempt }),
        'No pudimos enviar tu solicitud. Intenta de nuevo.',
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: privacyRequestsQuery.queryKey }),
  })
}
