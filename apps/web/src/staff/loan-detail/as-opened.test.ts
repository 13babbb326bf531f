import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAsOpened } from './as-opened.ts'

test('keeps the value of the opening until lookAgain or the next opening', () => {
  const { result, rerender } = renderHook(({ live, opened }) => useAsOpened(live, opened), {
    initialProps: { live: 100, opened: false },
  })
  rerender({ live: 90, opened: true })
  expect(result.current.seen).toBe(90)
  rerender({ live: 80, opened: true })
  expect(result.current.seen).toBe(90)
  act(() => result.current.lookAgain())
  expect(result.current.seen).toBe(80)
  act(() => result.current.lookAgain())
  rerender({ live: 75, opened: true })
  expect(result.current.seen).toBe(75)
  rerender({ live: 70, opened: true })
  expect(result.current.seen).toBe(75)
  rerender({ live: 70, opened: false })
  rerender({ live: 60, opened: true })
  expect(result.current.seen).toBe(60)
})
