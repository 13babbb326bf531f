import { pageOf } from '@quincena/domain/page'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, type QueryValue } from './api.ts'

/** Loads a page of a list. The previous page stays visible while the next one loads. */
export const pageQuery = <Row>(
  keyOf: (query: object) => QueryKey,
  row: z.ZodType<Row>,
  { path, query }: { path: string; query: Record<string, QueryValue> },
) =>
  queryOptions({
    queryKey: keyOf(query),
    queryFn: ({ signal }) => api.get(pageOf(row), path, { query, signal }),
    placeholderData: keepPreviousData,
  })
