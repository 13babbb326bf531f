import { expectAccessible, expectLoaded } from '../support/axe.ts'
import { listen } from '../support/calls.ts'
import { findMisfits, findOverlaps, findSmallTargets } from '../support/fit.ts'
import { signInByHttp } from '../support/http.ts'
import { pushPath } from '../support/push-path.ts'
import { expect, test } from '../support/test.ts'
import { listWorkerScreens } from '../support/worker-screens.ts'

const maxCalls = 3
const softly = expect.configure({ soft: true, timeout: 10_000 })

/** Calls of the layout around the screens: the user, events, logs and push. */
const isFrames = (pathname: string) => /\/api\/(events|auth\/user$|auth\/logs|push)/.test(pathname)

test('§2 Screens: each has title and heading, no axe violations, fits 320 px and 200 % text, and makes at most three calls [E2.1]', async ({
  openWorkerApp,
}) => {
  test.setTimeout(420_000)
  for (const { token, paths } of await listWorkerScreens()) {
    const page = await openWorkerApp(token, { viewport: { width: 360, height: 740 } })
    const { madeCalls, openCalls } = await listen(page, isFrames)
    for (const path of paths) {
      madeCalls.length = 0
      await page.goto(`/quincena/app/${path}`)
      await expectLoaded(page)
      await expect.poll(() => openCalls.size).toBe(0)
      await expect(page, path).toHaveURL(new RegExp(`/quincena/app/${path}$`))
      await expect(page, path).toHaveTitle(/^.+ · Quincena$/)
      expect.soft(madeCalls.length, `${path}: ${madeCalls.join(', ')}`).toBeLessThanOrEqual(maxCalls)
      await expectAccessible(page)
      await softly.poll(() => findSmallTargets(page), `${path} for a thumb`).toEqual([])
      await page.setViewportSize({ width: 320, height: 740 })
      await softly.poll(() => findMisfits(page, 320), `${path} at 320 px`).toEqual([])
      await softly.poll(() => findOverlaps(page), `texts of ${path} at 320 px`).toEqual([])
      await page.setViewportSize({ width: 740, height: 360 })
      await softly.poll(() => findMisfits(page, 740), `${path} in landscape`).toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
      await expect(page.locator('html')).toHaveCSS('font-size', '32px')
      await softly.poll(() => findMisfits(page, 360), `${path} with text twice as large`).toEqual([])
      await softly.poll(() => findOverlaps(page), `texts of ${path}, twice as large`).toEqual([])
    }
  }
})

test('§6 Screens: each redirects a guest to the login and staff to the staff app [E6.1]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const paths = (await listWorkerScreens()).flatMap((one) => one.paths)
  const guest = await openWorkerApp()
  for (const path of ['home', 'new-credit', 'credit-detail/1']) {
    await guest.goto(`/quincena/app/${path}`)
    await expect(guest, path).toHaveURL(/\/quincena\/app\/login$/)
  }
  for (const path of paths) {
    await pushPath(guest, `app/${path}`)
    await expect(guest, path).toHaveURL(/\/quincena\/app\/login$/)
  }
  for (const who of ['admin', 'gerente']) {
    const page = await openStaffApp((await signInByHttp(`${who}@demo.quincena.mx`)).token)
    await page.goto('/quincena/app/bank-staff')
    await expect(page).toHaveURL(/\/quincena\/?$/)
    await expectLoaded(page) // the staff app loads as a new page
    for (const path of [...paths, 'login', 'welcome', 'no-existe']) {
      await pushPath(page, `app/${path}`)
      await expect(page, path).toHaveURL(/\/quincena\/?$/)
    }
  }
})
