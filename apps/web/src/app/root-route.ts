import { createRootRoute } from '@tanstack/react-router'

/** Longer than a frame, for a tab that nobody sees: it paints nothing. */
const hiddenFrame_ms = 50

/** Resolves after the next paint. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => setTimeout(resolve)
    const timer = setTimeout(done, hiddenFrame_ms)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      done()
    })
  })
}

let isFirst = true

/** Each navigation but the first lets the browser paint the pressed control before it renders the screen. */
export const rootRoute = createRootRoute({
  beforeLoad: async ({ preload }) => {
    if (!preload && !isFirst) await painted()
    isFirst = false
  },
})
