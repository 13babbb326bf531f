import { feedback } from '@quincena/domain/feedback/schema'
import { pageOf } from '@quincena/domain/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import type { FeedbackSearch } from './search.ts'

/** Loads a page of feedback, newest first. The previous page stays visible while the next one loads. */
export function feedbackQuery({ page = 1, level }: FeedbackSearch) {
  const query = { page, page_size: pageSizes[0], level }
  return queryOptions({
    queryKey: keys.feedback.list(query),
    queryFn: ({ signal }) => api.get(pageOf(feedback), '/feedback', { query, signal }),
    placeholderData: keepPreviousData,
  })
}
