import { randomUUID } from 'node:crypto'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test'
import { addressHeader, siteUrl } from './server-address.ts'
import { sessionOf } from './session.ts'

const phoneWindow: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  permissions: ['geolocation'],
  geolocation: { latitude: 25.6714, longitude: -100.309, accuracy: 12 },
}
const desktopWindow: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** Removes service workers from the page, because caching about 200 files slows tests that do not need it. */
const withoutServiceWorker = () => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')

/**
 * Opens a page in a new browser context, signed in if there is a token. With `serviceWorkers: 'allow'` the app can be
 * installed, work offline and receive push messages.
 */
type Open = (token?: string, options?: BrowserContextOptions) => Promise<Page>

interface Fixtures {
  /** Console messages that a test expects, for example for a refused call. */
  allowedMessages: RegExp[]
  openWorkerApp: Open
  openStaffApp: Open
}

/** Whether a 401 is from a repeated logout: a reload lost the first answer, and the session had already ended. */
const isRepeatedLogout = (message: ConsoleMessage) =>
  message.location().url.endsWith('/api/auth/logout') && message.text().includes('401 (Unauthorized)')

function listen(context: BrowserContext, problems: string[]) {
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || isRepeatedLogout(message)) return
    const { url } = message.location()
    problems.push(`${message.type()}: ${message.text()} (${url}, on ${message.page()?.url()})`)
  })
  context.on('weberror', (problem) => problems.push(`uncaught: ${problem.error().stack}`))
}

/** Test with phone and desktop windows; it fails on any console warning or error that is not in `allowedMessages`. */
export const test = base.extend<Fixtures & { open: (size: BrowserContextOptions) => Open }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  allowedMessages: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use(siteUrl),
  open: async ({ browser, allowedMessages }, use) => {
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    await use((size) => async (token, options = {}) => {
      const storageState = token === undefined ? undefined : await sessionOf(token)
      const extraHTTPHeaders = addressHeader(randomUUID())
      const context = await browser.newContext({
        ...size,
        ...(storageState && { storageState }),
        extraHTTPHeaders,
        ...options,
      })
      if (options.serviceWorkers !== 'allow') await context.addInitScript(withoutServiceWorker)
      contexts.push(context)
      listen(context, problems)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    const unexpected = problems.filter((problem) => !allowedMessages.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'messages on the console').toEqual([])
  },
  openWorkerApp: async ({ open }, use) => use(open(phoneWindow)),
  openStaffApp: async ({ open }, use) => use(open(desktopWindow)),
})

export { expect }
