import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userOf } from '../../test/user.ts'
import { keys } from '../lib/keys.ts'
import { createRefresher } from '../lib/refresher.ts'
import { endSession, openSession } from '../lib/session.ts'
import { useOfficePace } from './office-pace.ts'

let client: QueryClient
let refresh: ReturnType<typeof createRefresher>
let isHidden = false
let office: ReturnType<typeof renderHook>

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  openSession('5', userOf({ id: 7, user_type: 'U1' }))
  client = new QueryClient()
  client.mount()
  refresh = createRefresher(client)
  office = renderHook(useOfficePace)
})
afterEach(() => {
  office.unmount()
  client.unmount()
  isHidden = false
  vi.useRealTimers()
  vi.restoreAllMocks()
  endSession()
})

/** Shows a query whose requests are counted; its answer is the number of requests so far, beside the data. */
async function show(queryKey: readonly unknown[], data: object = {}, staleTime = 15_000) {
  let requests = 0
  let asked_at = 0
  const queryFn = async () => {
    requests += 1
    asked_at = Date.now()
    return { ...data, requests }
  }
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime })
  const hide = observer.subscribe(() => undefined)
  onTestFinished(hide)
  await vi.advanceTimersByTimeAsync(0)
  return {
    hide,
    get requests() {
      return requests
    },
    get asked_at() {
      return asked_at
    },
  }
}

const change = (event: string, id: number) => refresh({ event, data: JSON.stringify({ id }) })
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const summary = () => show(keys.dashboard.summary(2026), {}, 30_000)
const list = (...ids: number[]) => show(keys.loans.list({ ids }), { results: ids.map((id) => ({ id })) })

test('100 payments of others in 10 s cost an open dashboard one summary and at most 3 lists', async () => {
  const [figures, latest] = [await summary(), await list(900_001)]
  await wait(60_000)
  let changed_at = 0
  for (let id = 1; id <= 100; id += 1) {
    change('loan', id)
    changed_at = Date.now()
    await wait(100)
  }
  expect(figures.requests - 1).toBe(1)
  expect(latest.requests - 1).toBeLessThanOrEqual(3)
  await wait(60_000)
  // What changed after the last request is shown, too.
  expect(figures.requests - 1).toBe(2)
  expect(latest.requests - 1).toBeLessThanOrEqual(4)
  expect(latest.asked_at).toBeGreaterThan(changed_at)
})

test('an hour of payments refetches the figures every 30 s at most', async () => {
  const figures = await summary()
  for (let second = 0; second < 3600; second += 1) {
    change('loan', second + 1)
    await wait(1000)
  }
  expect(figures.requests).toBeGreaterThan(110)
  expect(figures.requests).toBeLessThanOrEqual(121)
})

test('a list refetches soon when the changed record is in it, and later when the record may enter it', async () => {
  const [withIt, other] = [await list(1, 2), await list(3, 4)]
  await wait(30_000)
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  change('loan', 2)
  await wait(1500)
  expect([withIt.requests, other.requests]).toEqual([2, 1])
  await wait(1000)
  expect([withIt.requests, other.requests]).toEqual([2, 2])
})

test('a record’s queries refetch after its own change only, and after changes that may concern it', async () => {
  const queries = [
    await show(keys.loans.detail(5)),
    await show(keys.activity.of('loan', 5, { page: 1 })),
    await show(keys.documents.ofLoan(5)),
  ]
  const requests = () => queries.map((query) => query.requests)
  await wait(30_000)
  change('loan', 6)
  await wait(30_000)
  expect(requests()).toEqual([1, 1, 1])
  change('loan', 5)
  await wait(2000)
  expect(requests()).toEqual([2, 2, 2])
  await wait(30_000)
  change('document', 5)
  await wait(30_000)
  expect(requests()).toEqual([3, 3, 3])
})

test('a hidden tab asks for nothing and refetches once when it is shown again', async () => {
  const queries = [await summary(), await list(1)]
  const requests = () => queries.map((query) => query.requests)
  await wait(60_000)
  isHidden = true
  for (let id = 1; id <= 50; id += 1) {
    change('loan', id)
    await wait(1000)
  }
  expect(requests()).toEqual([1, 1])
  isHidden = false
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  window.dispatchEvent(new Event('visibilitychange'))
  await wait(60_000)
  expect(requests()).toEqual([2, 2])
})

test('figures that were not shown during a change refetch although they are shown again before 30 s', async () => {
  const figures = await summary()
  figures.hide()
  change('loan', 1)
  await wait(10_000)
  const again = await summary()
  expect(figures.requests + again.requests).toBe(1)
  await wait(25_000)
  expect(figures.requests + again.requests).toBe(2)
})

test('a list that is not shown is stale at once and loads when it is shown', async () => {
  const hidden = await list(1)
  hidden.hide()
  change('loan', 8)
  await wait(100)
  expect((await list(1)).requests).toBe(1)
})

test('a change during the first load refetches what it loaded', async () => {
  const counts = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let calls = 0
  const queryFn = () => counts[calls++]?.promise ?? Promise.reject(new Error('a third call'))
  const observer = new QueryObserver(client, { queryKey: keys.loans.open, queryFn })
  onTestFinished(observer.subscribe(() => undefined))
  change('loan', 1)
  await wait(5000)
  counts[0]?.resolve(0)
  await wait(10_000)
  expect(calls).toBe(2)
})

test.each([
  ['U1', 'notification', 1],
  ['U2', 'loan', 1],
] as const)('a %s refetches at once after a %s of their own', async (user_type, event, id) => {
  openSession('5', userOf({ id: 7, user_type }))
  const [notices, loans] = [await show(keys.notifications.unreadCount), await list(1)]
  change(event, id)
  await wait(0)
  expect(event === 'loan' ? loans.requests : notices.requests).toBe(2)
})
