import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useCurrentInView } from './use-current-in-view.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Row() {
  const row = useCurrentInView()
  return (
    <div ref={row} role="tablist">
      <button type="button" role="tab" aria-selected="false">
        Uno
      </button>
      <button type="button" role="tab" aria-selected="true">
        Dos
      </button>
    </div>
  )
}

test('scrolls the row until its current entry is in the middle, each time the row is resized', () => {
  let resize = () => {}
  class Observer {
    constructor(onResize: () => void) {
      resize = onResize
    }
    observe = () => resize()
    disconnect() {}
  }
  const placeOf = (element: Element) =>
    element.getAttribute('role') === 'tablist' ? new DOMRect(10, 0, 300, 48) : new DOMRect(400, 0, 60, 48)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return placeOf(this)
  })
  vi.stubGlobal('ResizeObserver', Observer)
  render(<Row />)
  const row = screen.getByRole('tablist')
  expect(row.scrollLeft).toBe(270)
  row.scrollLeft = 0
  resize()
  expect(row.scrollLeft).toBe(270)
})
