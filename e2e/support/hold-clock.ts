import type { Page } from '@playwright/test'

/** A window's clock, installed before, stands still from soon on: anything but about now would end the session. */
export async function holdClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}
