import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Longest wait for animations, in milliseconds; one that stands still never ends. */
const maxWait = 5000

/** Sets the colour scheme and waits until the screen has it and all finite animations have ended. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached()
  await page.evaluate((wait) => {
    const passing = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    const ended = Promise.allSettled(passing.map((one) => one.finished))
    return Promise.race([ended, new Promise((done) => setTimeout(done, wait))]).then(() => undefined)
  }, maxWait)
}

interface Router {
  state: { status: string; resolvedLocation?: { publicHref: string } }
}

/** Whether the router shows the screen of the current URL. The URL changes before the screen's code is loaded. */
function isArrived(): boolean {
  const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: Router } // set by the router for its devtools
  if (router === undefined) return true
  const { status, resolvedLocation } = router.state
  return status === 'idle' && resolvedLocation?.publicHref === location.href.slice(location.origin.length)
}

/** Waits until the screen of the current URL shows its heading and has no loading indicator. */
export async function expectLoaded(page: Page) {
  await page.waitForFunction(isArrived)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Cargando' })).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** The rules whose result depends on the colour scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Runs axe in the page, with all rules or some. It is loaded once per page, because that takes as long as half a run. */
async function findFaults(page: Page, rules?: string[]) {
  await expectLoaded(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await inPage.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
    return violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary}`),
    }))
  }, rules)
}

/** Fails if axe finds a violation in the light scheme, or one of colours in the dark scheme, twice in a row. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme)
    const message = `axe on ${page.url()} (${colorScheme})`
    const find = () => findFaults(page, colorScheme === 'light' ? undefined : colorRules)
    const found = await find()
    expect.soft(found.length === 0 ? found : await find(), message).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}
