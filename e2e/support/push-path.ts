import type { Page } from '@playwright/test'

/** Navigates to another screen of the app as its links do, without a page load. */
export const pushPath = (page: Page, path: string) =>
  page.evaluate((address) => history.pushState(null, '', address), `/quincena/${path}`)
