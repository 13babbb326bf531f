import { expect, test, vi } from 'vitest'
import { shareWork } from './share-work.ts'

function open() {
  const share = shareWork<string>()
  const result = Promise.withResolvers<string>()
  const work = vi.fn((allDisconnected: AbortSignal) => {
    allDisconnected.addEventListener('abort', () => result.reject(new Error('dropped')))
    return result.promise
  })
  return { request: (signal?: AbortSignal) => share('same contract', signal, work), work, result }
}

test('callers with the same key share one piece of work', async () => {
  const { request, work, result } = open()
  const both = Promise.all([request(), request()])
  result.resolve('pdf')
  expect(await both).toEqual(['pdf', 'pdf'])
  expect(work).toHaveBeenCalledOnce()
  await request()
  expect(work).toHaveBeenCalledTimes(2)
})

test('the work goes on when one of two callers leaves', async () => {
  const { request, result } = open()
  const leaving = new AbortController()
  const [gone, stays] = [request(leaving.signal), request()]
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ code: 'request.abandoned' })
  result.resolve('pdf')
  expect(await stays).toBe('pdf')
})

test('aborts the work when every caller has left, and starts it again for a later caller', async () => {
  const { request, work } = open()
  const leaving = new AbortController()
  const both = Promise.allSettled([request(leaving.signal), request(leaving.signal)])
  leaving.abort()
  const dropped = work.mock.calls[0]?.[0]
  expect([dropped?.aborted, (await both).map(({ status }) => status)]).toEqual([
    true,
    ['rejected', 'rejected'],
  ])
  request().catch(() => undefined)
  expect(work).toHaveBeenCalledTimes(2)
})
