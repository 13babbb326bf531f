import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/setup.ts'],
    css: false,
    maxWorkers: 2,
    // A time limit only ends a test that hangs: no test passes or fails by the speed of the machine.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Runs after the server's group: only projects with the same `maxWorkers` may share a group.
    sequence: { groupOrder: 1 },
  },
})
