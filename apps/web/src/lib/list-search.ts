import { z } from 'zod'

/** The page sizes that a user can choose; a list begins with the first. */
export const pageSizes = [20, 30, 40] as const

/** Fields of several lists' URLs. `id` is also a page. */
export const listFields = { id: z.int().positive(), page_size: z.literal(pageSizes), search: z.string() }

/**
 * Parser of the URL search of a list: its page and the given fields, all optional. A field with an invalid value is
 * left out, so that an old or mistyped link still opens the list.
 */
export function listSearch<const Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object({ page: listFields.id, ...shape }).partial()
  return (search: object) => {
    const { data, error } = schema.safeParse(search)
    if (data !== undefined) return data
    const invalid = new Set(error?.issues.map(({ path }) => path[0]))
    return schema.parse(Object.fromEntries(Object.entries(search).filter(([name]) => !invalid.has(name))))
  }
}

/** Parameters of a list's call and of its export: the newest first, in pages of 20, unless the search says otherwise. */
export const listParams = (search: object) => ({
  ...{ page: 1, page_size: pageSizes[0], ordering: '-created_at' },
  ...Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
})

export interface ListProps<Search> {
  search: Search
  /** Changes search parameters in the URL and returns to page 1 unless a page is given. */
  onSearch: (change: Search) => void
}

/** True if the search has a value for one of the names of `none`. */
export const isFiltered = (search: object, none: object): boolean =>
  Object.entries(search).some(([name, value]) => value !== undefined && name in none)

/** Props of the search field of a list; an empty text leaves the URL. */
export const searchFieldOf = ({ search, onSearch }: ListProps<{ search?: string | undefined }>) => ({
  value: search.search ?? '',
  onSearch: (text: string) => onSearch({ search: text === '' ? undefined : text }),
})
