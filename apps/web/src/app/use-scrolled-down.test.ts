import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useScrolledDown } from './use-scrolled-down.ts'

afterEach(() => vi.unstubAllGlobals())

test('true at 101 px and while scrolling down, false while scrolling up', () => {
  const { result } = renderHook(() => useScrolledDown(100))
  const scrollTo = (y: number) => {
    vi.stubGlobal('scrollY', y)
    act(() => window.dispatchEvent(new Event('scroll')))
    return result.current
  }
  expect([0, 60, 100, 101, 101, 400].map(scrollTo)).toEqual([false, false, false, true, true, true])
  expect([399, 150, 151, 100].map(scrollTo)).toEqual([false, false, true, false])
})
