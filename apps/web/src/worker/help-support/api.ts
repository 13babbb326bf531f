import { feedbackBody } from '@quincena/domain/feedback/schema'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Sends feedback; an idempotency key makes a repeated call store it once. */
export function useSendFeedback() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: z.output<typeof feedbackBody>) =>
      withErrorText(
        api.post(z.object({ id: z.int() }), '/feedback', { body: z.encode(feedbackBody, body), attempt }),
        'No pudimos enviar tu opinión. Intenta de nuevo.',
      ),
  })
}
