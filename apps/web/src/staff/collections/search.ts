import { collectionQuery } from '@quincena/domain/collections/schema'
import { listFields, listSearch } from '../../lib/list-search.ts'

const { id, page_size, search } = listFields
const { ordering, age } = collectionQuery.shape

/** Search parameters of the list of due and late loans. */
export const collectionSearch = listSearch({ page_size, search, ordering, age, company: id })
export type CollectionSearch = ReturnType<typeof collectionSearch>
