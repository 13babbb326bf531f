import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useOpenedVersion } from './opened-version.ts'

test('keeps the value of the opening until markOutdated or the next opening', () => {
  const { result, rerender } = renderHook(({ live, opened }) => useOpenedVersion(live, opened), {
    initialProps: { live: 100, opened: false },
  })
  rerender({ live: 90, opened: true })
  expect(result.current.seen).toBe(90)
  rerender({ live: 80, opened: true })
  expect(result.current.seen).toBe(90)
  act(() => result.current.markOutdated())
  expect(result.current.seen).toBe(80)
  act(() => result.current.markOutdated())
  rerender({ live: 75, opened: true })
  expect(result.current.seen).toBe(75)
  rerender({ live: 70, opened: true })
  expect(result.current.seen).toBe(75)
  rerender({ live: 70, opened: false })
  rerender({ live: 60, opened: true })
  expect(result.current.seen).toBe(60)
})
