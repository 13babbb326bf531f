import { defineConfig } from 'vitest/config'
import web from './vitest.config.ts'

/** The tests of the web app that replace modules (`vi.mock`): each file has its own process. */
export default defineConfig({
  ...web,
  test: {
    ...web.test,
    name: 'web-mocked',
    include: ['src/**/*.mocked.test.{ts,tsx}'],
    exclude: [],
    isolate: true,
  },
})
