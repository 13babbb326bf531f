import { feedback } from '@quincena/domain/feedback/schema'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import { pageQuery } from '../../lib/read-query.ts'
import type { FeedbackSearch } from './search.ts'

/** Loads a page of feedback, newest first. The previous page stays visible while the next one loads. */
export function feedbackQuery({ page = 1, level }: FeedbackSearch) {
  const query = { page, page_size: pageSizes[0], level }
  return pageQuery(keys.feedback.list, feedback, { path: '/feedback', query })
}
