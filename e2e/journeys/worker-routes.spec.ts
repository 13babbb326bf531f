import type { Page } from '@playwright/test'
import { expectAccessible, expectLoaded } from '../support/axe.ts'
import { listen } from '../support/calls.ts'
import { signInByHttp } from '../support/http.ts'
import { pushPath } from '../support/push-path.ts'
import { expect, test } from '../support/test.ts'
import { listWorkerScreens } from '../support/worker-screens.ts'

const maxCalls = 3
const softly = expect.configure({ soft: true, timeout: 10_000 })

/** Calls of the layout around the screens: the user, events, logs and push. */
const isFrames = (pathname: string) => /\/api\/(events|auth\/user$|auth\/logs|push)/.test(pathname)

/**
 * Controls smaller than 48 px with a point inside that 44 px area that belongs to another element. A link in running
 * text only needs the height.
 */
const findSmallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = 'a, button, label, summary, input, select, textarea'
    const isInSentence = ({ parentNode }: Element) =>
      [...(parentNode?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const isTooSmall = (control: Element) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const points = [
        ...(height < 47.5
          ? [
              { x, y: y - 22 },
              { x, y: y + 22 },
            ]
          : []),
        ...(width < 47.5 && !isInSentence(control)
          ? [
              { x: x - 22, y },
              { x: x + 22, y },
            ]
          : []),
      ]
      return points.some((point) => document.elementFromPoint(point.x, point.y)?.closest(targets) !== control)
    }
    // A radio, checkbox or file input is hidden: its label or button is the target.
    const text = ':not([type=radio], [type=checkbox], [type=file], [type=range])'
    return [
      ...document.querySelectorAll(`main :is(a, button, summary, select, textarea, input${text}), nav a`),
    ]
      .filter((control) => control.checkVisibility() && isTooSmall(control))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })

/** Elements that do not fit in `width_px`: the page itself, or text that is cut off without an ellipsis. */
const findMisfits = (page: Page, width_px: number) =>
  page.evaluate((phone_px) => {
    // Mobile browsers widen innerWidth to the content, so the page is compared with the device's width.
    const page_px = Math.max(window.innerWidth, document.documentElement.scrollWidth)
    const misfits = page_px > phone_px ? [`the page: ${page_px} of ${phone_px} px`] : []
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const { overflowX, textOverflow, clip, clipPath } = getComputedStyle(element)
      const isHidden = clip !== 'auto' || clipPath !== 'none'
      if (words.length === 0 || isHidden || textOverflow === 'ellipsis' || overflowX === 'visible') continue
      if (element.scrollWidth > element.clientWidth + 1) misfits.push(`cut: ${element.textContent}`)
    }
    return misfits
  }, width_px)

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
      await page.setViewportSize({ width: 360, height: 740 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
      await expect(page.locator('html')).toHaveCSS('font-size', '32px')
      await softly.poll(() => findMisfits(page, 360), `${path} with text twice as large`).toEqual([])
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
