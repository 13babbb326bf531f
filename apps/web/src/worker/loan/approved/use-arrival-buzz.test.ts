import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useArrivalBuzz } from './use-arrival-buzz.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'vibrate')
})

/** Renders the hook with each of the values in turn; returns how often the phone vibrated. */
function countBuzzes(arrivals: readonly boolean[], { isReduced = false } = {}): number {
  const vibrate = vi.fn(() => true)
  Object.assign(navigator, { vibrate })
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))
  const [first = false, ...later] = arrivals
  const { rerender } = renderHook(({ hasArrived }) => useArrivalBuzz(hasArrived), {
    initialProps: { hasArrived: first },
  })
  for (const hasArrived of later) rerender({ hasArrived })
  return vibrate.mock.calls.length
}

test('vibrates once when the money arrives', () => {
  expect(countBuzzes([false, false, true, true])).toBe(1)
})

test('does not vibrate for money that arrived before the screen opened', () => {
  expect(countBuzzes([true, true])).toBe(0)
})

test('does not vibrate with reduced motion', () => {
  expect(countBuzzes([false, true], { isReduced: true })).toBe(0)
})

test('does not vibrate while the app is hidden', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  expect(countBuzzes([false, true])).toBe(0)
})
