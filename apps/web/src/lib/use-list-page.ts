import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { pageSizes } from './list-search.ts'

interface ListSearch {
  page?: number | undefined
  page_size?: number | undefined
  ordering?: string | undefined
}

/** The search parameters of a route and its `navigate`. */
export interface ListUrl<Search> {
  search: Search
  navigate: (to: { search: (old: Search) => Search }) => Promise<void>
}

interface Page {
  count: number
  count_capped?: true | undefined
  next: string | null
  previous: string | null
  results: unknown[]
}

interface ListPageOptions<Search, Data, Key extends QueryKey> extends ListUrl<Search> {
  /** The list's `listSearch`. With a field `page_size` the user can choose the page size. */
  parse: (search: object) => Search
  query: UseQueryOptions<Data, Error, Data, Key>
  pageSize?: number
}

/**
 * A list whose page, order and filters are in the URL. `table` has the props of its `DataTable`; `onSearch` changes the
 * filters and returns to page 1; `show` changes parameters that open a dialog and keeps the page. `data` is the answer; with `isCapped` there are more rows than `count`.
 */
export function useListPage<Search extends ListSearch, Data extends Page, Key extends QueryKey>(
  options: ListPageOptions<Search, Data, Key>,
) {
  const { search, navigate, parse, query, pageSize = pageSizes[0] } = options
  const { data, error, isPlaceholderData, refetch } = useQuery(query)
  const show = (change: Search) => void navigate({ search: (old) => ({ ...old, ...change }) })
  const onSearch = (change: Search) => show({ page: undefined, ...change })
  const hasSizes = parse({ page_size: pageSizes[0] }).page_size !== undefined
  const rows: Data['results'] | undefined = data?.results
  const isCapped = data?.count_capped === true
  const table = {
    rows,
    isStale: isPlaceholderData,
    error,
    onRetry: refetch,
    ordering: search.ordering,
    onOrdering: (ordering: string | undefined) => onSearch(parse({ ordering })),
    paging: {
      page: search.page ?? 1,
      pageSize: search.page_size ?? pageSize,
      count: data?.count ?? 0,
      isCapped,
      onPage: (page: number) => onSearch(parse({ page })),
      ...(hasSizes && { onPageSize: (page_size: number) => onSearch(parse({ page_size })) }),
    },
  }
  return { data, count: data?.count, isCapped, onSearch, show, table }
}
