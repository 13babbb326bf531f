import { listSearch } from '../../lib/list-search.ts'

/** Search parameters of the list of tokens: its page. */
export const apiTokenSearch = listSearch({})
export type ApiTokenSearch = ReturnType<typeof apiTokenSearch>
