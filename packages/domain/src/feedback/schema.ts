import { z } from 'zod'
import { id, instant, textUpTo } from '../fields.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'

/** How satisfied a worker is (specification: employee app §9). */
export const feedbackLevel = z.enum(['low', 'medium', 'high'], 'Elige cómo te ha ido.')
export type FeedbackLevel = z.infer<typeof feedbackLevel>

/** Body of `POST /feedback`. */
export const feedbackBody = z.object({
  level: feedbackLevel,
  message: textUpTo(TEXT_LIMITS.feedback).default(''),
})
export type FeedbackBody = z.output<typeof feedbackBody>

/** A worker's feedback as staff see it. */
export const feedback = z.object({
  id,
  level: feedbackLevel,
  message: z.string(),
  user: id,
  user_name: z.string(),
  created_at: instant,
})
export type Feedback = z.infer<typeof feedback>

export const feedbackQuery = listQuery(['created_at'], 20).extend({ level: feedbackLevel.optional() })
