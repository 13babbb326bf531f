import type { Page } from '@playwright/test'
import { signInByHttp } from '../support/http.ts'
import { listCallsOf, listenToStaff } from '../support/staff-calls.ts'
import { expect, test } from '../support/test.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('table').first().getByRole('row').count()

test('a list of 40 rows makes the same calls as a list of a few rows [B2.44]', async ({ openStaffApp }) => {
  const page = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const calls = await listenToStaff(page)
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
