import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userOf } from '../../test/user.ts'
import { keys } from './keys.ts'
import { createRefresher, useRefresh } from './refresher.ts'
import { endSession, openSession } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  openSession('5', userOf({ id: 7, user_type: 'U1' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  endSession()
})

test('refetches at the first event, then once for all events of the next second', () => {
  const client = new QueryClient()
  const refreshed: unknown[] = []
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    refreshed.push(filters?.queryKey?.[0])
  })
  const refresh = createRefresher(client)

  refresh({ event: 'balance', data: '1' })
  expect(refreshed).toEqual(['balance', 'treasury'])
  for (const data of ['1', '2', '3']) refresh({ event: 'transfer', data })
  refresh({ event: 'import', data: '1' })
  refresh({ event: 'of another version', data: '1' })
  expect(refreshed).toEqual(['balance', 'treasury'])

  vi.advanceTimersByTime(1000)
  expect(refreshed.slice(2)).toEqual([
    'transfers',
    'loans',
    'treasury',
    'activity',
    'imports',
    'loan-imports',
  ])
  vi.advanceTimersByTime(5000)
  expect(vi.getTimerCount()).toBe(0)

  refresh({ event: 'balance', data: '2' })
  expect(refreshed.slice(-2)).toEqual(['balance', 'treasury'])
})

test('refetches nothing for a guest, also what waited for the end of its second', () => {
  const client = new QueryClient()
  const invalidated = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const refresh = createRefresher(client)
  refresh({ event: 'balance', data: '1' })
  refresh({ event: 'loan', data: '1' })
  const before = invalidated.mock.calls.length
  endSession()
  vi.advanceTimersByTime(1000)
  refresh({ event: 'loan', data: '1' })
  expect(invalidated.mock.calls).toHaveLength(before)
})

const all = ['notification', 'loan', 'transfer', 'document', 'company', 'import']

test.each([
  ['U1', 'others’ loans, payments and people', [...all.map((event) => [event, 9] as const), ['user', 9]], 0],
  ['U0', 'themselves', [['user', 7]], 1],
  ['U2', 'their loan', [['loan', 9]], 1],
  ['U2', 'a notice', [['notification', 9]], 0],
] as const)(
  'a %s who receives events about %s refetches the own user record: %j, %i times',
  (...[user_type, , events, times]) => {
    const refetchedPaths: string[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      refetchedPaths.push(new URL(request.url).pathname)
      return Response.json({ user: userOf({ id: 7, user_type }) })
    })
    openSession('5', userOf({ id: 7, user_type }))
    const refresh = createRefresher(new QueryClient())
    for (const [event, id] of events) refresh({ event, data: JSON.stringify({ id }) })
    vi.advanceTimersByTime(1000)
    expect(refetchedPaths).toEqual(Array.from({ length: times }, () => '/api/auth/user'))
  },
)

test('an event during a first load refetches the query when it has loaded', async () => {
  const client = new QueryClient()
  const counts = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let calls = 0
  const queryFn = () => counts[calls++]?.promise ?? Promise.reject(new Error('a third call'))
  const observer = new QueryObserver(client, { queryKey: keys.notifications.unreadCount, queryFn })
  const shown: (number | undefined)[] = []
  onTestFinished(observer.subscribe(({ data }) => shown.push(data)))

  createRefresher(client)({ event: 'notification', data: '{"id":1}' })
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toBe(1)
  counts[0]?.resolve(0)
  await vi.advanceTimersByTimeAsync(10)
  expect(calls).toBe(2)
  counts[1]?.resolve(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(shown.at(-1)).toBe(1)
})

test('useRefresh invalidates each query of its topics once and leaves the others fresh', async () => {
  const client = new QueryClient()
  const shown = [
    keys.loans.detail(3),
    keys.dashboard.summary(2026),
    keys.documents.list({}),
    keys.users.list({}),
  ]
  for (const key of shown) client.setQueryData(key, 'old')
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(() => useRefresh('loan', 'transfer'), { wrapper })
  await result.current()
  expect(shown.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, false])
  const invalidated = invalidate.mock.calls.map(([filters]) => String(filters?.queryKey))
  expect(invalidated).toHaveLength(new Set(invalidated).size)
})
