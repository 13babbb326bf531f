import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Screens, sheets and dialogs load lazily, which can take seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: vi.fn(),
  removeListener: vi.fn(),
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
  dispatchEvent: () => false,
})

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoResizeObserver
window.scrollTo = vi.fn()
Element.prototype.scrollIntoView = vi.fn()

// The next test file runs in the same process: no clock, page or data of a failed test may reach it.
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
})

// Wait for pending imports: a screen that loads after the last test would find no window.
afterAll(() => vi.dynamicImportSettled())
