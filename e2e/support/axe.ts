import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Shows the screen in a colour scheme and waits until everything on it has followed. */
export async function showScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached()
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(passing.map((one) => one.finished.catch(() => undefined)))
  })
}

interface Router {
  state: { status: string; resolvedLocation?: { publicHref: string } }
}

/** Whether the screen shown is the one of the address: that one changes first, the screen when its code has come. */
function isArrived(): boolean {
  const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: Router } // the router's own handle for tools
  if (router === undefined) return true
  const { status, resolvedLocation } = router.state
  return status === 'idle' && resolvedLocation?.publicHref === location.href.slice(location.origin.length)
}

/** Waits until the screen of the address has its heading and nothing on it is still being loaded. */
export async function expectLoaded(page: Page) {
  await page.waitForFunction(isArrived)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Cargando' })).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Every rule; no frames of others, and no list of all that is right: both cost more than the rules. */
const rules = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function faultsOf(page: Page) {
  await expectLoaded(page)
  const { violations } = await rules(page).analyze()
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary}`),
  }))
}

/** Fails when axe finds anything on the screen, in the light or in the dark; it looks twice. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme)
    const message = `axe on ${page.url()} (${colorScheme})`
    const found = await faultsOf(page)
    expect.soft(found.length === 0 ? found : await faultsOf(page), message).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}
