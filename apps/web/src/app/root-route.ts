import { createRootRoute } from '@tanstack/react-router'
import { nextPaint } from '../lib/next-paint.ts'

let isFirst = true

/** Each navigation but the first lets the browser paint the pressed control before it renders the screen. */
export const rootRoute = createRootRoute({
  beforeLoad: async ({ preload }) => {
    if (!preload && !isFirst) await nextPaint()
    isFirst = false
  },
})
