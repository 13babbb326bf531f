import { collectionPage } from '@quincena/domain/collections/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import { readQuery } from '../../lib/read-query.ts'
import type { CollectionSearch } from './search.ts'

/** Query parameters of the list, the latest loans first. The export sends the same parameters. */
export const collectionParams = (search: CollectionSearch) => {
  const { ordering = '-days_late', ...params } = search
  return listParams({ ...params, ordering })
}

/** Loads a page of due and late loans. The previous page stays visible while the next one loads. */
export function collectionsQuery(search: CollectionSearch) {
  const query = collectionParams(search)
  return queryOptions({
    ...readQuery(keys.collections.list(query), collectionPage, { path: '/collections', query }),
    placeholderData: keepPreviousData,
  })
}
