import { expect, type Page } from '@playwright/test'
import { expectLoaded, showScheme } from './axe.ts'
import { sessionOf } from './session.ts'

const folder = 'e2e/screenshots'
const tallest_px = 3600

const blank = '<link rel="icon" href="data:," />'

/** Signs the page in with another token; null signs it out. */
export async function signInAs(page: Page, token: string | null) {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: blank }))
  await page.goto('/blank')
  const session = token === null ? { cookies: [], origins: [] } : await sessionOf(token)
  await page.context().clearCookies()
  await page.context().addCookies(session.cookies)
  const stored = session.origins.flatMap(({ localStorage }) => localStorage)
  await page.evaluate((items) => {
    localStorage.clear()
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, stored)
}

/** Makes the window as tall as its content, so that elements fixed to the bottom stay there. Returns the undo. */
async function stretchWindow(page: Page) {
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  const content = await page.evaluate(() => document.documentElement.scrollHeight)
  if (content > size.height)
    await page.setViewportSize({ width: size.width, height: Math.min(content, tallest_px) })
  return () => page.setViewportSize(size)
}

const windows_px = { phone: 390, desktop: 1440 }

/** Fails if the current screen is wider than the window. */
async function expectFits(page: Page, name: string) {
  const width_px = page.viewportSize()?.width ?? 0
  // Mobile browsers widen innerWidth to the content, so the page is compared with the window's width.
  const pageWidth = () =>
    page.evaluate(() => Math.max(window.innerWidth, document.documentElement.scrollWidth))
  await expect.soft.poll(pageWidth, `the width of ${name}`).toBeLessThanOrEqual(width_px)
}

async function takePictures(page: Page, name: string) {
  const restoreWindow = await stretchWindow(page)
  const width_px = page.viewportSize()?.width
  for (const scheme of ['light', 'dark'] as const) {
    await showScheme(page, scheme)
    await page.screenshot({ path: `${folder}/${width_px}/${name}-${scheme}.png`, animations: 'disabled' })
  }
  await showScheme(page, 'light')
  await restoreWindow()
}

/**
 * Fails if the current screen is wider than a phone's or a desktop's window. `npm run screenshots` also takes a light
 * and a dark picture of it in both; a test run does not, because its pictures are not compared and cost as much time as
 * all other steps.
 */
export async function shoot(page: Page, name: string) {
  await expectLoaded(page)
  await page.evaluate(() => document.fonts.ready)
  const size = page.viewportSize() ?? { width: windows_px.phone, height: 844 }
  const others = Object.values(windows_px).filter((width) => width !== size.width)
  // The screen's own window comes last, so that the walk goes on in it.
  for (const width of [...others, size.width]) {
    await page.setViewportSize({ width, height: size.height })
    await expectFits(page, name)
    if (process.env.SCREENSHOTS === '1') await takePictures(page, name)
  }
}

/** Opens a path below the base and takes its screenshots. */
export async function visit(page: Page, path: string, name: string) {
  await page.goto(`/quincena/${path}`)
  await shoot(page, name)
}

const pictureWidth = { worker: 390, staff: 1440 }

/** With `UPDATE_PICTURES=1`, takes a README picture in its app's window width; staff pictures show the whole page. */
export async function takePicture(page: Page, app: 'worker' | 'staff', what: string) {
  if (process.env.UPDATE_PICTURES !== '1' || page.viewportSize()?.width !== pictureWidth[app]) return
  await showScheme(page, 'light')
  const restoreWindow = app === 'staff' ? await stretchWindow(page) : () => undefined
  await page.screenshot({ path: `docs/pictures/${app}-${what}.png`, animations: 'disabled' })
  await restoreWindow()
}
