import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkError } from '../lib/api-error.ts'
import { Offline } from './offline.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('retries soon after the start and after the network returns, and does not wait for a hanging retry', () => {
  const onRetry = vi.fn(() => new Promise(() => undefined))
  render(<Offline error={networkError()} onRetry={onRetry} />)
  act(() => vi.advanceTimersByTime(15_000)) // 1, 3, 7 and 15 s
  expect(onRetry).toHaveBeenCalledTimes(4)
  act(() => vi.advanceTimersByTime(30_000))
  expect(onRetry).toHaveBeenCalledTimes(6)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(onRetry).toHaveBeenCalledTimes(7)
  act(() => vi.advanceTimersByTime(3000))
  expect(onRetry).toHaveBeenCalledTimes(9)
})

test('does not retry while the page is hidden, and at once when it is shown', () => {
  const onRetry = vi.fn()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  render(<Offline error={networkError()} onRetry={onRetry} />)
  act(() => vi.advanceTimersByTime(60_000))
  expect(onRetry).not.toHaveBeenCalled()
  hidden.mockRestore()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(onRetry).toHaveBeenCalledOnce()
})
