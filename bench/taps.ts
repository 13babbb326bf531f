// Taps the commonest controls of a running demo at a quarter of the processor's speed and prints how long each took until
// the next paint, and how much script a list of 50 rows takes: `node bench/taps.ts http://127.0.0.1:3000/quincena`.
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { type Session, signIn } from './sign-in.ts'

const site = process.argv[2] ?? 'http://127.0.0.1:3000/quincena'
const turns = Number(process.argv[3] ?? 5)
const slowdown = 4
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Opens a page of a signed-in user that notes its interactions: the time from the input to the next paint. */
async function openPage(browser: Browser, { token: value, session_id }: Session, isPhone: boolean) {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext(isPhone ? phone : { viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'quincena-session', value, url: `${site}/`, httpOnly: true }])
  await context.addInitScript((number) => {
    localStorage.setItem('quincena.session', `${number}`)
    const taps: number[] = []
    Object.assign(globalThis, { taps })
    // Under 16 ms nothing is noted: the paint was the very next one.
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) taps.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  }, session_id)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const script_ms = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
  }
  const slow = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })
  return { page, script_ms, slow }
}

/** Opens a screen and waits until its data and what it loads ahead have arrived; the event stream stays open. */
async function openScreen(page: Page, path: string) {
  await page.goto(`${site}/${path}`)
  await page.waitForTimeout(2500)
}

interface Tap {
  name: string
  path: string
  target: (page: Page) => Locator
}

const workerTaps: Tap[] = [
  { name: 'home: ask for a credit', path: 'app/home', target: (page) => page.locator('main a').first() },
  {
    name: 'home: notifications',
    path: 'app/home',
    target: (page) => page.getByRole('link', { name: /otificaci/ }).first(),
  },
  { name: 'home: requests', path: 'app/home', target: (page) => page.locator('nav a').nth(2) },
  { name: 'home: profile', path: 'app/home', target: (page) => page.locator('nav a').last() },
  {
    name: 'quote: quick amount',
    path: 'app/new-credit',
    target: (page) => page.locator('main button', { hasText: /^\$/ }).first(),
  },
  {
    name: 'quote: months',
    path: 'app/new-credit',
    target: (page) => page.locator('main label', { hasText: /mes/ }).first(),
  },
  { name: 'requests: filter', path: 'app/requests', target: (page) => page.locator('main label').nth(1) },
  {
    name: 'requests: a loan',
    path: 'app/requests',
    target: (page) => page.locator('main ul a').first(),
  },
]
const staffTaps: Tap[] = [
  {
    name: 'credits: a row',
    path: 'creditos',
    target: (page) => page.locator('tbody a[href*="detalle"]').first(),
  },
  { name: 'credits: filter', path: 'creditos', target: (page) => page.locator('main label').nth(1) },
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Taps a control on a loaded page; resolves to the longest time from an input of the tap to the next paint. */
async function timeTap({ page, slow }: Awaited<ReturnType<typeof openPage>>, { path, target }: Tap) {
  await slow(1)
  await openScreen(page, path)
  const control = target(page)
  await control.scrollIntoViewIfNeeded()
  await slow(slowdown)
  await page.evaluate(() => void (Reflect.get(globalThis, 'taps') as number[]).splice(0))
  await control.click()
  await page.waitForTimeout(1500)
  const taps = await page.evaluate(() => Reflect.get(globalThis, 'taps') as number[])
  return Math.max(0, ...taps)
}

async function timeTaps(
  browser: Browser,
  email: string,
  { taps, isPhone }: { taps: Tap[]; isPhone: boolean },
) {
  const opened = await openPage(browser, await signIn(site, email), isPhone)
  for (const tap of taps) {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn += 1) times.push(await timeTap(opened, tap))
    const all = times.map((time) => Math.round(time)).join(', ')
    process.stdout.write(`${tap.name}: next paint after ${Math.round(median(times))} ms (${all})\n`)
  }
}

/** Script that a list of 50 rows takes from its data to its paint: the second page, whose code is loaded. */
async function timeRows(browser: Browser) {
  const { page, script_ms, slow } = await openPage(
    browser,
    await signIn(site, 'admin@demo.quincena.mx'),
    false,
  )
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    await slow(1)
    await openScreen(page, 'creditos?page_size=50')
    await slow(slowdown)
    const before = await script_ms()
    await page.getByRole('button', { name: /Página siguiente|Siguiente/ }).click()
    await page.waitForTimeout(2500)
    times.push((await script_ms()) - before)
  }
  const all = times.map((time) => Math.round(time)).join(', ')
  const rows = await page.locator('tbody tr').count()
  process.stdout.write(
    `credits: ${rows} rows of the next page take ${Math.round(median(times))} ms of script (${all})\n`,
  )
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await timeTaps(browser, 'ana@demo.quincena.mx', { taps: workerTaps, isPhone: true })
  await timeTaps(browser, 'admin@demo.quincena.mx', { taps: staffTaps, isPhone: false })
  await timeRows(browser)
} finally {
  await browser.close()
}
