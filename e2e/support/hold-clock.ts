import type { Page } from '@playwright/test'

/** Stops the page's installed clock 10 s from now. A time far from now would end the session. */
export async function holdClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}
