import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { findLoan } from '../support/demo-loans.ts'
import { openProxy } from '../support/proxy.ts'
import { siteUrl } from '../support/server-address.ts'
import { sessionOf } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

// Without a network every call fails, and the browser logs it.
test.use({ allowedMessages: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] })

/** With the line about the lender, which loads behind the login. */
const entryChunk_bytes = 128_000

const signedIn = async (origin: string, token: string) => ({
  serviceWorkers: 'allow' as const,
  storageState: await sessionOf(token, origin),
})

/** Simulates a user action: only then does the app install its service worker and check for a new version. */
const touchApp = (page: Page) => page.keyboard.press('Shift')

/** Waits until the service worker has cached the app and serves it. */
async function installApp(page: Page) {
  await touchApp(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

const sent = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname) && !name.endsWith('service-worker.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )

test('§2 Start-up: the login weighs at most 128 kB, and the app can be installed [E2.10]', async ({
  openWorkerApp,
}) => {
  const page = await openWorkerApp()
  await page.goto('/quincena/app/login')
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await sent(page)).toBeGreaterThan(90_000)
  expect(await sent(page)).toBeLessThanOrEqual(entryChunk_bytes)
  const entryChunk = await page
    .locator('link[rel=modulepreload][href*="/first-screen-"]')
    .getAttribute('href')
  const headers = { 'accept-encoding': 'br' }
  const kept = (await fetch(new URL(`/quincena/${entryChunk}`, siteUrl), { headers })).headers
  expect([kept.get('content-encoding'), kept.get('cache-control')]).toEqual([
    'br',
    'public, max-age=31536000, immutable',
  ])
  for (const path of ['app/login', 'service-worker.js'])
    expect((await fetch(new URL(path, `${siteUrl}/quincena/`))).headers.get('cache-control')).toMatch(
      /^(no-cache|public, max-age=0)$/,
    )

  const client = await page.context().newCDPSession(page)
  const { url, data, errors } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '')
  const at = (path: string) => new URL(path, url)
  expect(at(manifest.start_url).pathname).toBe('/quincena/app/')
  expect(at(manifest.scope).pathname).toBe('/quincena/')
  expect(manifest.id, 'the id that apps installed without one have').toBe('/quincena/app/')
  const shortcuts = manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => [
    name,
    at(url).pathname,
  ])
  expect(shortcuts).toEqual([
    ['Solicitar anticipo', '/quincena/app/new-advance'],
    ['Mis solicitudes', '/quincena/app/requests'],
  ])
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const [width, height] = sizes.split('x')
    const drawn = await page.evaluate(async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob())
      return [image.width, image.height]
    }, at(src).href)
    expect(drawn).toEqual([Number(width), Number(height)])
  }
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('§2 Start-up: shows cached loans offline; asks before an update; logout deletes all data [E2.5 E2.10]', async ({
  openWorkerApp,
}) => {
  const loan = await findLoan('credit', 'active')
  const proxy = await openProxy()
  const page = await openWorkerApp(undefined, await signedIn(proxy.url, await loan.ownToken()))
  const context = page.context()
  const home = `${proxy.url}/quincena/app/home`
  const seen = /^Sin conexión\. Visto (?:hoy|el .+) a las \d{1,2}:\d{2}\./

  await test.step('the network fails while the app is open, and returns', async () => {
    await page.goto(home)
    await expect(page.getByText('Por pagar').first()).toBeVisible()
    await installApp(page)
    await context.setOffline(true)
    await expect(page.getByText(seen)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(seen)).toBeHidden()
  })

  await test.step('the app opens offline, shows cached data and updates when the network returns', async () => {
    await context.setOffline(true)
    await page.goto(home)
    await expect(page.getByText(seen)).toBeVisible()
    await expect(page.getByText('No puedes pedir, firmar ni descargar nada')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Tus préstamos' }).getByText('Crédito')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(page.getByRole('link', { name: 'Solicitar crédito' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/quincena/app/home')
  })

  await test.step('a new version is offered on reading screens, not on forms, and starts on request', async () => {
    proxy.release()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const offer = page.getByText('Hay una versión nueva')
    // The new version is fully cached before the app offers it.
    await expect(offer).toBeVisible({ timeout: 40_000 })
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Solicitar crédito' }).tap()
    await expect(page.getByRole('heading', { name: 'Nuevo Crédito' })).toBeVisible()
    await expect(offer).toBeHidden()
    await page.goto(home)
    await expect(page.getByText('Por pagar').first()).toBeVisible()
    await touchApp(page)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Actualizar' }).tap()
    await loaded
    await expect(page.getByText('Por pagar').first()).toBeVisible()
    await expect(offer).toBeHidden()
  })

  await test.step('after the session no user data stays in the browser', async () => {
    const kept = () => page.evaluate(() => Object.keys(localStorage))
    expect(await kept()).toContain('quincena.last-seen')
    await page.getByRole('link', { name: 'Perfil', exact: true }).tap()
    await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
    await page.getByRole('button', { name: 'Continuar' }).tap()
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    expect(await kept()).not.toContain('quincena.last-seen')
    expect(await kept()).not.toContain('quincena.session')
    const cached = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat()
      return requests.map(({ url }) => new URL(url).pathname)
    })
    expect(cached.filter((path) => path.includes('/api/'))).toEqual([])
    await context.setOffline(true)
    await page.goto(`${proxy.url}/quincena/app/login`)
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    await context.setOffline(false)
  })
  proxy.close()
})
