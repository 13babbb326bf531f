import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'domain',
    include: ['src/**/*.test.ts'],
    isolate: false,
    testTimeout: 30_000,
    maxWorkers: 4,
  },
})
