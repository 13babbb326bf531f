import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // A process and its loaded modules serve many files, except those that replace modules (vitest.mocked.config.ts).
    exclude: ['src/**/*.mocked.test.{ts,tsx}'],
    isolate: false,
    setupFiles: ['./test/react-setup.ts', './test/setup.ts'],
    css: false,
    maxWorkers: 4,
    // A time limit only ends a test that hangs: no test passes or fails by the speed of the machine.
    testTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
