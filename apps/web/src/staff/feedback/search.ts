import { feedbackLevel } from '@quincena/domain/feedback/schema'
import { listSearch } from '../../lib/list-search.ts'

/** Search parameters of the feedback list. */
export const feedbackSearch = listSearch({ level: feedbackLevel })
export type FeedbackSearch = ReturnType<typeof feedbackSearch>
