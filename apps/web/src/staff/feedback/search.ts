import { feedbackLevel } from '@quincena/domain/feedback/schema'
import { z } from 'zod'

/** Search parameters of the feedback list. */
export const feedbackSearch = z.object({
  page: z.int().positive().optional().catch(undefined),
  level: feedbackLevel.optional().catch(undefined),
})
export type FeedbackSearch = z.infer<typeof feedbackSearch>
