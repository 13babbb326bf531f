// Taps the commonest controls of a running demo at a quarter of the processor's speed. Prints how long each took until the
// pressed control was painted and until the next paint after the tap, and how much script a list of 40 rows takes:
// `node bench/taps.ts http://127.0.0.1:3000/quincena`. It needs a demo with at least 100 credits.
import { randomUUID } from 'node:crypto'
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
    const taps: Record<string, number> = {}
    Object.assign(globalThis, { taps })
    // Under 16 ms nothing is noted: the paint was the very next one.
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) taps[name] = Math.max(duration, taps[name] ?? 0)
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

/** A loan for the taps on one; refused where the worker already has one. */
async function requestCredit({ token }: Session): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const body = JSON.stringify({ type: 'credit', amount: 6000, period: 6 })
  await fetch(`${site}/api/loan/`, { method: 'POST', headers, body })
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

interface Times {
  /** Until the pressed control is painted. */
  pressed_ms: number
  /** Until the first paint after the tap. */
  paint_ms: number
}

/** Taps a control on a loaded page, as long as a finger does. */
async function timeTap(
  { page, slow }: Awaited<ReturnType<typeof openPage>>,
  { path, target }: Tap,
): Promise<Times> {
  await slow(1)
  await openScreen(page, path)
  const control = target(page)
  await control.scrollIntoViewIfNeeded()
  await slow(slowdown)
  await control.hover()
  await page.evaluate(() => {
    const taps: Record<string, number> = Reflect.get(globalThis, 'taps')
    for (const name of Object.keys(taps)) delete taps[name]
  })
  await page.mouse.down()
  await page.waitForTimeout(80)
  await page.mouse.up()
  await page.waitForTimeout(1500)
  const taps = await page.evaluate(() => Reflect.get(globalThis, 'taps') as Record<string, number>)
  const paint_ms = Math.max(0, ...Object.values(taps))
  return { pressed_ms: taps.pointerdown ?? 0, paint_ms }
}

async function timeTaps(
  browser: Browser,
  session: Session,
  { taps, isPhone }: { taps: Tap[]; isPhone: boolean },
) {
  const opened = await openPage(browser, session, isPhone)
  for (const tap of taps) {
    const times: Times[] = []
    for (let turn = 0; turn < turns; turn += 1) times.push(await timeTap(opened, tap))
    const of = (key: keyof Times) => Math.round(median(times.map((one) => one[key])))
    const all = times.map(({ paint_ms }) => Math.round(paint_ms)).join(', ')
    process.stdout.write(
      `${tap.name}: pressed after ${of('pressed_ms')} ms, next paint after ${of('paint_ms')} ms (${all})\n`,
    )
  }
}

/** Script that plain DOM calls need for copies of the shown rows: no list of these rows can need less. */
const timePlainRows = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('tbody') as HTMLElement
    const copyOf = (node: Node): Node => {
      if (!(node instanceof Element)) return document.createTextNode(node.textContent ?? '')
      const copy = document.createElement(node.localName)
      for (const { name, value } of node.attributes) copy.setAttribute(name, value)
      for (const child of node.childNodes) copy.appendChild(copyOf(child))
      return copy
    }
    const start = performance.now()
    copyOf(body)
    return performance.now() - start
  })

/** Script that a list of 40 rows takes from its data to its paint: the second page, whose code is loaded. */
async function timeRows(browser: Browser, session: Session) {
  const { page, script_ms, slow } = await openPage(browser, session, false)
  const times: number[] = []
  const plainTimes: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    await slow(1)
    await openScreen(page, 'creditos?page_size=40')
    await slow(slowdown)
    const before = await script_ms()
    // Not by a locator, whose own search for the button would count as script of the page.
    await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label*="iguiente"]')?.click())
    await page.waitForTimeout(2500)
    times.push((await script_ms()) - before)
    plainTimes.push(await timePlainRows(page))
  }
  const all = times.map((time) => Math.round(time)).join(', ')
  const rows = await page.locator('tbody tr').count()
  process.stdout.write(
    `credits: ${rows} rows of the next page take ${Math.round(median(times))} ms of script (${all}), ` +
      `plain DOM calls ${Math.round(median(plainTimes))} ms\n`,
  )
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const worker = await signIn(site, 'ana@demo.quincena.mx')
  await requestCredit(worker)
  await timeTaps(browser, worker, { taps: workerTaps, isPhone: true })
  const staff = await signIn(site, 'admin@demo.quincena.mx')
  await timeTaps(browser, staff, { taps: staffTaps, isPhone: false })
  await timeRows(browser, staff)
} finally {
  await browser.close()
}
