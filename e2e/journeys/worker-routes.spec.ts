import type { Page } from '@playwright/test'
import { expectAccessible, expectLoaded } from '../support/axe.ts'
import { listen } from '../support/calls.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { workerScreens } from '../support/worker-screens.ts'

const most = 3
const softly = expect.configure({ soft: true, timeout: 10_000 })

/** Calls of the frame around the screens: who is here, what is new and what is logged. */
const isFrames = (pathname: string) => /\/api\/(events|auth\/user$|auth\/logs|push)/.test(pathname)

/** What a thumb misses: of a control that looks smaller than 48 px, a spot beside it that leads elsewhere. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const isInSentence = ({ parentNode }: Element) =>
      [...(parentNode?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const misses = (control: Element) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const spots = [
        ...(height < 47.5
          ? [
              { x, y: y - 22 },
              { x, y: y + 22 },
            ]
          : []),
        ...(width < 47.5
          ? [
              { x: x - 22, y },
              { x: x + 22, y },
            ]
          : []),
      ]
      return spots.some(
        (spot) => document.elementFromPoint(spot.x, spot.y)?.closest('a, button, label') !== control,
      )
    }
    return [...document.querySelectorAll('main :is(a, button, [role=tab]), nav a')]
      .filter((control) => control.checkVisibility() && !isInSentence(control) && misses(control))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })

/** What does not fit across a phone `width_px` wide: the page itself, or words that are cut where nothing says so. */
const misfits = (page: Page, width_px: number) =>
  page.evaluate((phone_px) => {
    // A phone widens what it calls its window to what does not fit: only its own width tells.
    const page_px = Math.max(window.innerWidth, document.documentElement.scrollWidth)
    const found = page_px > phone_px ? [`the page: ${page_px} of ${phone_px} px`] : []
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const { overflowX, textOverflow, clip, clipPath } = getComputedStyle(element)
      const isHidden = clip !== 'auto' || clipPath !== 'none'
      if (words.length === 0 || isHidden || textOverflow === 'ellipsis' || overflowX === 'visible') continue
      if (element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${element.textContent}`)
    }
    return found
  }, width_px)

test('§2 Screens: each has its title and heading, fits 320 px and text twice as large, and takes three calls', async ({
  openPhone,
}) => {
  test.setTimeout(240_000)
  for (const { token, paths } of await workerScreens()) {
    const page = await openPhone(token, { viewport: { width: 360, height: 740 } })
    const { made, waiting } = await listen(page, isFrames)
    for (const path of paths) {
      made.length = 0
      await page.goto(`/quincena/app/${path}`)
      await expectLoaded(page)
      await expect.poll(() => waiting.size).toBe(0)
      await expect(page, path).toHaveURL(new RegExp(`/quincena/app/${path}$`))
      await expect(page, path).toHaveTitle(/^.+ · Quincena$/)
      expect.soft(made.length, `${path}: ${made.join(', ')}`).toBeLessThanOrEqual(most)
      await softly.poll(() => smallTargets(page), `${path} for a thumb`).toEqual([])
      await page.setViewportSize({ width: 320, height: 740 })
      await softly.poll(() => misfits(page, 320), `${path} at 320 px`).toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
      await expect(page.locator('html')).toHaveCSS('font-size', '32px')
      await softly.poll(() => misfits(page, 360), `${path} with text twice as large`).toEqual([])
    }
  }
})

test('§2 Screens: axe finds nothing on any of them, light or dark', async ({ openPhone }) => {
  test.setTimeout(420_000)
  for (const { token, paths } of await workerScreens()) {
    const page = await openPhone(token, { viewport: { width: 360, height: 740 } })
    for (const path of paths) {
      await page.goto(`/quincena/app/${path}`)
      await expectAccessible(page)
    }
  }
})

/** Goes on to another screen of the app as its links do, without a page of its own. */
const goOn = (page: Page, path: string) =>
  page.evaluate((address) => history.pushState(null, '', address), `/quincena/app/${path}`)

test('§6 Screens: a guest is led to the login from each, staff to their office', async ({
  openPhone,
  openDesk,
}) => {
  const paths = (await workerScreens()).flatMap((one) => one.paths)
  const guest = await openPhone()
  for (const path of ['home', 'new-credit', 'credit-detail/1']) {
    await guest.goto(`/quincena/app/${path}`)
    await expect(guest, path).toHaveURL(/\/quincena\/app\/login$/)
  }
  for (const path of paths) {
    await goOn(guest, path)
    await expect(guest, path).toHaveURL(/\/quincena\/app\/login$/)
  }
  for (const who of ['admin', 'gerente']) {
    const page = await openDesk((await signInByHttp(`${who}@demo.quincena.mx`)).token)
    await page.goto('/quincena/app/bank-staff')
    await expect(page).toHaveURL(/\/quincena\/?$/)
    await expectLoaded(page) // the office comes with a page of its own
    for (const path of [...paths, 'login', 'welcome', 'no-existe']) {
      await goOn(page, path)
      await expect(page, path).toHaveURL(/\/quincena\/?$/)
    }
  }
})
