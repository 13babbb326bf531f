import { pageOf } from '@quincena/domain/page'
import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, type QueryValue } from './api.ts'

interface Endpoint {
  path: string
  query?: Record<string, QueryValue>
}

/** Loads the answer of a GET. */
export const readQuery = <Data>(queryKey: QueryKey, schema: z.ZodType<Data>, { path, query }: Endpoint) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => api.get(schema, path, { query, signal }),
  })

/** Loads a page of a list. The previous page stays visible while the next one loads. */
export const pageQuery = <Row>(
  keyOf: (query: object) => QueryKey,
  row: z.ZodType<Row>,
  { path, query }: Required<Endpoint>,
) =>
  queryOptions({
    ...readQuery(keyOf(query), pageOf(row), { path, query }),
    placeholderData: keepPreviousData,
  })

/** Loads a list page after page; all pages stay visible. */
export const pagesQuery = <Row>(queryKey: QueryKey, row: z.ZodType<Row>, { path, query }: Endpoint) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: page, signal }) =>
      api.get(pageOf(row), path, { query: { page, ...query }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next === null ? undefined : page + 1),
  })
