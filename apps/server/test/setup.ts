import { afterAll, afterEach, beforeEach } from 'vitest'
import { openContexts } from './open-contexts.ts'

// A file opens its context in `beforeAll`. Vitest ignores hooks that are registered there, so they are registered here.
beforeEach(async () => {
  for (const context of openContexts) await context.beforeTest()
})
afterEach(async () => {
  for (const context of openContexts) await context.afterTest()
})
afterAll(async () => {
  for (const context of openContexts) await context.close()
})
