import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Runs the journeys, or walks every screen (project `screens`: its width and, with SCREENSHOTS=1, its pictures), against
 * the real server; scripts/e2e.ts finds the browser and starts the server.
 */
export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'e2e/journeys' },
    { name: 'screens', testDir: 'e2e', testMatch: ['screenshots.spec.ts', 'office-tasks.spec.ts'] },
  ],
  outputDir: 'e2e/results',
  timeout: 180_000,
  expect: { timeout: 10_000 },
  // One worker for a server started by hand; scripts/e2e.ts starts a server for each of its workers.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  reporter: [['list']],
  use: {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // No animations, to save time; tests of motion switch them on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    launchOptions: { args: quiet, ...(chromium === undefined ? {} : { executablePath: chromium }) },
  },
})
