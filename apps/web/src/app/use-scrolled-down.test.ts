import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useScrolledDown } from './use-scrolled-down.ts'

afterEach(() => vi.unstubAllGlobals())

test('what hides past 100 px hides at 101, stays hidden on the way down and is back on the way up', () => {
  const { result } = renderHook(() => useScrolledDown(100))
  const scrollTo = (y: number) => {
    vi.stubGlobal('scrollY', y)
    act(() => window.dispatchEvent(new Event('scroll')))
    return result.current
  }
  expect([0, 60, 100, 101, 101, 400].map(scrollTo)).toEqual([false, false, false, true, true, true])
  expect([399, 150, 151, 100].map(scrollTo)).toEqual([false, false, true, false])
})
