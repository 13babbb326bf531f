import { pageOf } from '@quincena/domain/page'
import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listFields, listParams, listSearch } from './list-search.ts'
import { useListPage } from './use-list-page.ts'

const { id, page_size, search } = listFields
const parse = listSearch({ page_size, search, ordering: z.enum(['name', '-name']), ver: id })
const page = pageOf(z.object({ id }))
type Search = ReturnType<typeof parse>

const pageQuery = (key: string, url: Search, answer: () => { id: number }[]) =>
  queryOptions({
    queryKey: [key, url],
    queryFn: async () => page.parse({ count: 45, next: null, previous: null, results: answer() }),
    retry: false,
  })

/** Renders a list whose URL is a state; returns the hook's result and the URL's search. */
function renderList(start: Search, answer = () => [{ id: 1 }]) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(
    () => {
      const [url, setUrl] = useState(start)
      const navigate = async (to: { search: (old: Search) => Search }) => setUrl(to.search)
      const list = useListPage({ search: url, navigate, parse, query: pageQuery('list', url, answer) })
      return { url, ...list }
    },
    { wrapper },
  )
  return result
}

test('the URL search of a list leaves out fields with invalid values and keeps the valid ones', () => {
  expect(parse({ page: 2, page_size: 30, search: 'Ana', ordering: '-name', ver: 7, unknown: 1 })).toEqual({
    ...{ page: 2, page_size: 30, search: 'Ana', ordering: '-name', ver: 7 },
  })
  expect(parse({ page: 0, page_size: 25, search: 'Ana', ordering: 'rate', ver: 'x' })).toEqual({
    search: 'Ana',
  })
})

test('the parameters of a list have defaults that the search replaces', () => {
  expect(listParams({ search: undefined })).toEqual({ page: 1, page_size: 20, ordering: '-created_at' })
  expect(listParams({ page: 3, page_size: 40, search: 'Ana' })).toEqual({
    ...{ page: 3, page_size: 40, ordering: '-created_at', search: 'Ana' },
  })
})

test('a list returns to page 1 after a change of filter, order or page size, and keeps it for a dialog', async () => {
  const list = renderList({ page: 3, search: 'Ana' })
  await waitFor(() => expect(list.current.table.rows).toEqual([{ id: 1 }]))
  expect(list.current.table.paging).toMatchObject({ page: 3, pageSize: 20, count: 45 })

  act(() => list.current.show({ ver: 7 }))
  expect(list.current.url).toEqual({ page: 3, search: 'Ana', ver: 7 })
  act(() => list.current.onSearch({ search: 'Eva' }))
  expect(list.current.url).toMatchObject({ page: undefined, search: 'Eva' })
  act(() => list.current.table.paging.onPage(2))
  expect(list.current.url).toMatchObject({ page: 2, search: 'Eva' })
  act(() => list.current.table.onOrdering('-name'))
  expect(list.current.url).toMatchObject({ page: undefined, ordering: '-name' })
  act(() => list.current.table.onOrdering(undefined))
  expect(list.current.url.ordering).toBeUndefined()
  act(() => list.current.table.paging.onPage(2))
  act(() => list.current.table.paging.onPageSize?.(40))
  expect(list.current.url).toMatchObject({ page: undefined, page_size: 40, search: 'Eva' })
  expect(list.current.table.paging.pageSize).toBe(40)
})

test('a list that failed shows the error until a retry succeeds', async () => {
  let fails = true
  const list = renderList({}, () => {
    if (fails) throw new Error('no answer')
    return [{ id: 2 }]
  })
  await waitFor(() => expect(list.current.table.error).toBeInstanceOf(Error))
  expect(list.current.table.rows).toBeUndefined()
  fails = false
  await act(() => list.current.table.onRetry())
  await waitFor(() => expect(list.current.table.rows).toEqual([{ id: 2 }]))
  expect(list.current.table.error).toBeNull()
})

test('a list without page sizes in its URL offers none', () => {
  const client = new QueryClient()
  const { result } = renderHook(
    () =>
      useListPage({
        ...{ search: {}, navigate: async () => undefined, pageSize: 10 },
        parse: listSearch({}),
        query: pageQuery('fixed', {}, () => []),
      }),
    { wrapper: ({ children }) => createElement(QueryClientProvider, { client }, children) },
  )
  expect(result.current.table.paging).toMatchObject({ page: 1, pageSize: 10 })
  expect(result.current.table.paging).not.toHaveProperty('onPageSize')
})
