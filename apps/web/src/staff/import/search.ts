import { listFields, listSearch } from '../../lib/list-search.ts'

/** Search parameters of the import screens: the page of the list, and the import whose progress is shown. */
export const importSearch = listSearch({ carga: listFields.id })
export type ImportSearch = ReturnType<typeof importSearch>
