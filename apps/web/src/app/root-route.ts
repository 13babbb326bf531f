import { createRootRoute } from '@tanstack/react-router'
import { nextPaint } from '../lib/next-paint.ts'

let isFirst = true

/** Each navigation but the first lets the browser paint the pressed control before it renders the screen. */
export const rootRoute = createRootRoute({
  beforeLoad: async ({ preload }) => {
    const waits = !preload && !isFirst
    isFirst = false
    if (!waits) return
    await nextPaint()
    await nextPaint() // a second frame begins only when the first one is on its way to the screen
  },
})
