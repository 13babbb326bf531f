import { z } from 'zod'
import { day, id, idText, instant, required } from '../fields.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'

/** The rights over personal data: the four ARCO rights and the revocation of a consent (LFPDPPP of 2025). */
const privacyRight = z.enum(
  ['access', 'rectification', 'cancellation', 'opposition', 'revocation'],
  'Elige el derecho que quieres ejercer.',
)
export type PrivacyRight = z.infer<typeof privacyRight>

/** Body with which a user sends a privacy request. */
export const privacyRequestBody = z.object({
  right: privacyRight,
  detail: required('Cuéntanos qué datos y qué necesitas.', TEXT_LIMITS.privacy_detail),
})
export type PrivacyRequestBody = z.output<typeof privacyRequestBody>

const privacyRequestState = z.enum(['open', 'answered'])

/** A privacy request; `answer_due` is the last day to answer it. */
export const privacyRequest = z.object({
  id,
  folio: z.string(),
  right: privacyRight,
  detail: z.string(),
  state: privacyRequestState,
  answer: z.string().nullable(),
  answer_due: day,
  created_at: instant,
  answered_at: instant.nullable(),
  user: id,
  user_name: z.string(),
  user_email: z.string(),
})
export type PrivacyRequest = z.infer<typeof privacyRequest>

export const privacyRequestQuery = listQuery(['created_at'], 20).extend({
  state: privacyRequestState.optional(),
  user__id: idText.optional(),
})

/** Body with which staff answer a privacy request. */
export const privacyAnswerBody = z.object({
  answer: required('Escribe la respuesta.', TEXT_LIMITS.privacy_answer),
})
