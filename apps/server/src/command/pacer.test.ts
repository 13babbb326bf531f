import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacer } from './pacer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A pacer whose work takes `work_ms`; `starts` are the times in ms at which it ran. */
function startPacer(gap_ms: number, work_ms = 0) {
  const began_ms = performance.now()
  const starts: number[] = []
  const pacer = createPacer(async () => {
    starts.push(performance.now() - began_ms)
    await new Promise((resolve) => setTimeout(resolve, work_ms))
  }, gap_ms)
  return { starts, ...pacer }
}

test('runs once at the earliest time asked for', async () => {
  const { starts, runWithin } = startPacer(50)
  for (const ms of [1000, 20, 500]) runWithin(ms)
  await vi.advanceTimersByTimeAsync(2000)
  expect(starts).toEqual([20])
})

test('keeps the gap between starts when it is asked all the time', async () => {
  const { starts, runWithin } = startPacer(50)
  for (let ms = 0; ms < 190; ms += 1) {
    runWithin(0)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(starts).toEqual([0, 50, 100, 150])
})

test('runs again after work that was asked for meanwhile, one at a time', async () => {
  const { starts, runWithin } = startPacer(50, 80)
  runWithin(0)
  await vi.advanceTimersByTimeAsync(10)
  runWithin(0)
  await vi.advanceTimersByTimeAsync(500)
  expect(starts).toHaveLength(2)
  expect(starts[1]).toBeGreaterThanOrEqual(80)
})

test('starts no run after it was stopped', async () => {
  const { starts, runWithin, stop } = startPacer(50, 30)
  runWithin(0)
  await vi.advanceTimersByTimeAsync(10)
  runWithin(0)
  stop()
  runWithin(0)
  await vi.advanceTimersByTimeAsync(500)
  expect(starts).toEqual([0])
})
