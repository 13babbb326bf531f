import { quickSearchAnswer, SEARCH_LEAST } from '@quincena/domain/search/schema'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../lib/keys.ts'
import { readQuery } from '../lib/read-query.ts'

/** Searches users, loans, companies and STP orders, from the shortest text that the server accepts. */
export const quickSearchQuery = (search: string) =>
  queryOptions({
    ...readQuery(keys.search.results(search), quickSearchAnswer, { path: '/search', query: { search } }),
    enabled: search.length >= SEARCH_LEAST,
    staleTime: 15_000,
  })
