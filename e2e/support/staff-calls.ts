import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { expectLoaded } from './axe.ts'
import { type Calls, listen } from './calls.ts'

/** Calls of the layout around the screens; they happen once per session. */
const isFrames = (pathname: string) =>
  /\/api\/(events|notification|auth\/user$|stp\/payouts$|approvals\/summary$)/.test(pathname)

/** Records the calls of the staff app's screens. */
export const listenToStaff = (page: Page): Promise<Calls> => listen(page, isFrames)

/** Waits until every call has an answer and the screen makes no further call. */
async function waitUntilIdle(page: Page, { madeCalls, openCalls }: Calls) {
  let before = -1
  while (before !== madeCalls.length) {
    before = madeCalls.length
    await expectLoaded(page)
    await expect.poll(() => openCalls.size).toBe(0)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  }
}

/** Opens a screen and returns the calls that it makes. */
export async function listCallsOf(page: Page, calls: Calls, path: string): Promise<string[]> {
  calls.madeCalls.length = 0
  await page.goto(`/quincena/${path}`)
  await waitUntilIdle(page, calls)
  return calls.madeCalls.toSorted()
}
