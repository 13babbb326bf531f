import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from './refresher.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first event refreshes at once, those of the next second together, and quiet ends it', () => {
  const client = new QueryClient()
  const refreshed: unknown[] = []
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    refreshed.push(filters?.queryKey?.[0])
  })
  const refresh = createRefresher(client)

  refresh({ event: 'balance', data: '1' })
  expect(refreshed).toEqual(['balance'])
  for (const data of ['1', '2', '3']) refresh({ event: 'transfer', data })
  refresh({ event: 'import', data: '1' })
  refresh({ event: 'of another version', data: '1' })
  expect(refreshed).toEqual(['balance'])

  vi.advanceTimersByTime(1000)
  expect(refreshed).toEqual(['balance', 'transfers', 'loans', 'imports'])
  vi.advanceTimersByTime(5000)
  expect(vi.getTimerCount()).toBe(0)

  refresh({ event: 'balance', data: '2' })
  expect(refreshed.at(-1)).toBe('balance')
})
