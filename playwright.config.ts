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

/** Journeys and screenshots against the real server; scripts/e2e.ts finds the browser and starts both. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/results',
  timeout: 180_000,
  expect: { timeout: 10_000 },
  // More at once need a server each: scripts/e2e.ts starts them.
  workers: 1,
  fullyParallel: false,
  // A machine under load may stand still once; what fails twice is a fault.
  retries: 1,
  reporter: [['list']],
  use: {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // Nobody waits for what slides and fades; a test of motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    launchOptions: { args: quiet, ...(chromium === undefined ? {} : { executablePath: chromium }) },
  },
})
