import type { Page } from '@playwright/test'
import { expectLoaded } from '../support/axe.ts'
import { type Calls, listen } from '../support/calls.ts'
import { signInByHttp } from '../support/http.ts'
import { listStaffScreens } from '../support/staff-screens.ts'
import { expect, test } from '../support/test.ts'

/** Maximum number of calls that a screen may make when it opens. */
const maxCalls = 3

/** Calls of the layout around the screens; they happen once per session. */
const isFrames = (pathname: string) =>
  /\/api\/(events|notification|auth\/user$|stp\/payouts$|approvals\/summary$)/.test(pathname)

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
async function listCallsOf(page: Page, calls: Calls, path: string): Promise<string[]> {
  calls.madeCalls.length = 0
  await page.goto(`/quincena/${path}`)
  await waitUntilIdle(page, calls)
  return calls.madeCalls.toSorted()
}

const rows = (page: Page) => page.getByRole('main').getByRole('table').first().getByRole('row').count()

test('every screen of the staff app opens with at most three calls [B2.44]', async ({ openStaffApp }) => {
  const page = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const calls = await listen(page, isFrames)
  for (const { path } of await listStaffScreens()) {
    const madeCalls = await listCallsOf(page, calls, path)
    expect.soft(madeCalls.length, `${path}: ${madeCalls.join(', ')}`).toBeLessThanOrEqual(maxCalls)
    if (!['faq', 'registro', 'subir-empresas', 'notificaciones'].includes(path))
      expect.soft(madeCalls, path).not.toEqual([])
  }
})

test('a list of 40 rows makes the same calls as a list of a few rows [B2.44]', async ({ openStaffApp }) => {
  const page = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const calls = await listen(page, isFrames)
  for (const [shortList, longList] of [
    ['creditos?search=ana', 'creditos?page_size=40'],
    ['anticipos?search=ana', 'anticipos?page_size=40'],
    ['usuarios?search=ana', 'usuarios?page_size=40'],
  ] as const) {
    const ofFew = await listCallsOf(page, calls, shortList)
    const fewRows = await rows(page)
    const ofMany = await listCallsOf(page, calls, longList)
    const manyRows = await rows(page)
    expect(fewRows, shortList).toBeLessThan(12)
    expect(manyRows, longList).toBe(41)
    expect(ofMany, longList).toEqual(ofFew)
  }
})
