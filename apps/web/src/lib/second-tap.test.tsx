import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useNoSecondTap } from './second-tap.ts'

function Screen({ name }: { name: string }) {
  useNoSecondTap(name)
  return name
}

test('a screen change blocks the place of the last tap for 400 ms; without a tap it blocks nothing', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const findShields = () => document.querySelectorAll<HTMLElement>('[data-shield]')
  // The last tap of an earlier test is used up, and its shield removed.
  render(<Screen name="earlier" />).unmount()
  for (const shield of findShields()) shield.remove()
  const view = render(<Screen name="asking" />)
  expect(findShields()).toHaveLength(0)

  const tap = new MouseEvent('pointerup', { bubbles: true, clientX: 100, clientY: 700 })
  Object.defineProperty(tap, 'timeStamp', { value: performance.now() })
  document.body.dispatchEvent(tap)
  vi.advanceTimersByTime(150)
  view.rerender(<Screen name="asking" />)
  expect(findShields()).toHaveLength(0)
  view.rerender(<Screen name="question" />)
  expect(findShields()).toHaveLength(1)
  expect(findShields()[0]?.style).toMatchObject({
    left: '68px',
    top: '668px',
    width: '64px',
    position: 'fixed',
  })
  vi.advanceTimersByTime(249)
  expect(findShields()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(findShields()).toHaveLength(0)
  view.rerender(<Screen name="home" />)
  expect(findShields()).toHaveLength(0)
  vi.useRealTimers()
})
