import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { call, demoPassword, signInAnew } from '../support/http.ts'
import { siteUrl } from '../support/server-address.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const staffPaths = [
  '',
  'stp',
  'creditos',
  'anticipos',
  'detalle-credito/1',
  'detalle-anticipo/1',
  'no-existe',
]
const workerPaths = ['home', 'products', 'requests', 'profile', 'new-credit', 'credit-detail/1', 'no-existe']

test('every staff path redirects a guest to the staff login [B2.1 B2.3 E2.6]', async ({ openStaffApp }) => {
  const page = await openStaffApp()
  for (const path of staffPaths) {
    await page.goto(`/quincena/${path}`)
    await expect(page).toHaveURL(/\/quincena\/auth\/inicio-de-sesion$/)
  }
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible()
  await expectAccessible(page)
})

test('every worker path redirects a guest to the app login; the welcome page links to it [E2.2 E2.3 E2.6 E6.1]', async ({
  openWorkerApp,
}) => {
  const page = await openWorkerApp()
  for (const path of workerPaths) {
    await page.goto(`/quincena/app/${path}`)
    await expect(page).toHaveURL(/\/quincena\/app\/login$/)
  }
  await page.goto('/')
  await expect(page).toHaveURL(/\/quincena\/app\/login$/)
  await expectAccessible(page)
  await page.goto('/quincena/app/welcome')
  await expect(page.getByRole('heading', { name: 'BIENVENIDO' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Iniciar sesión AQUÍ' }).tap()
  await expect(page).toHaveURL(/\/quincena\/app\/login$/)
})

test('a wrong password shows an error and keeps the typed email [B5.1 B8.2]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 401/)
  const page = await openStaffApp()
  await page.goto('/quincena/auth/inicio-de-sesion')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText('Campo requerido')).toHaveCount(2)
  await page.getByLabel('Correo electrónico').fill('nadie@demo.quincena.mx')
  await page.getByLabel('Contraseña').fill('otra-cosa')
  await page.getByLabel('Contraseña').press('Enter')
  await expect(page.getByText('No se pudo iniciar sesión con esas credenciales.')).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('nadie@demo.quincena.mx')
})

test('the staff login rejects a worker [B4.16 B6.1 B8.3]', async ({ openStaffApp }) => {
  const page = await openStaffApp()
  await page.goto('/quincena/auth/inicio-de-sesion')
  await page.getByLabel('Correo electrónico').fill('beto@demo.quincena.mx')
  await page.getByLabel('Contraseña').fill(demoPassword)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText('El usuario no es un administrador.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/inicio-de-sesion$/)
  await page.goto('/quincena/creditos')
  await expect(page).toHaveURL(/\/auth\/inicio-de-sesion$/)
})

test('staff sign in, are redirected from unknown paths and sign out [B2.3 B2.10 B2.11 B4.17 E6.1]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp()
  await page.goto('/quincena/creditos')
  await page.getByLabel('Correo electrónico').fill('gerente@demo.quincena.mx')
  await page.getByLabel('Contraseña').fill(demoPassword)
  await page.getByLabel('Contraseña').press('Enter')
  await expect(page.getByText('¡Bienvenido, Gerardo!')).toBeVisible()
  await page.goto('/quincena/no-existe')
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await page.goto('/quincena/app/home')
  await expect(page).not.toHaveURL(/\/app\//)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión?' })
  await expect(dialog).toContainText('Estás a punto de cerrar tu sesión. ¿Deseas continuar?')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(/\/auth\/inicio-de-sesion$/)
})

test('a staff screen signs a worker out; unknown paths of the app redirect to home [E2.2 E2.4]', async ({
  openWorkerApp,
}) => {
  const { token } = await makeWorker('Silvia')
  const page = await openWorkerApp(token)
  for (const path of ['app/no-existe', 'no-existe', 'app', '']) {
    await page.goto(`/quincena/${path}`)
    await expect(page).toHaveURL(/\/quincena\/app\/home$/)
  }
  await page.goto('/quincena/creditos')
  await expect(page.getByText('El usuario no tiene acceso a esta sección.')).toBeVisible()
  await expect(page).toHaveURL(/\/quincena\/app\/login$/)
  await page.goto('/quincena/app/home')
  await expect(page).toHaveURL(/\/quincena\/app\/login$/)
})

test('a sign-out in one tab signs out all tabs, and the session ends after a logout call that failed at first', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/net::ERR_FAILED/)
  const { token } = await makeWorker('Nuria')
  const page = await openWorkerApp(token)
  const other = await page.context().newPage()
  for (const tab of [other, page]) await tab.goto('/quincena/app/profile')
  await expect(other.getByText('Nuria').first()).toBeVisible()
  await page.context().route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  await page.getByRole('button', { name: 'Continuar' }).tap()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/quincena\/app\/login$/)
  await expect(other.getByText('Nuria')).toHaveCount(0)
  expect((await call('/auth/user', { token })).status).toBe(200)
  await page.context().unroute('**/api/auth/logout')
  await page.reload()
  await expect.poll(async () => (await call('/auth/user', { token })).status).toBe(401)
})

/** Signs a member of staff in with the login's form. */
async function fillStaffLogin(page: Page, email: string) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(demoPassword)
  await page.getByLabel('Contraseña').press('Enter')
}

test('the token is in a cookie that no script reads; a sign-in in one tab is the session of all tabs', async ({
  openStaffApp,
  allowedMessages,
}) => {
  const page = await openStaffApp()
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto('/quincena/auth/inicio-de-sesion')
  const answered = page.waitForResponse(/\/api\/auth\/login$/)
  await fillStaffLogin(page, 'gerente@demo.quincena.mx')
  await expect(page.getByText('Hola, Gerardo')).toBeVisible()
  expect(await (await answered).json()).not.toHaveProperty('token')
  const [cookie, ...more] = await page.context().cookies()
  expect([cookie, more]).toMatchObject([
    { name: 'quincena-session', path: '/quincena', httpOnly: true, sameSite: 'Strict' },
    [],
  ])
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(readable).toContain('quincena.session')
  expect(readable).not.toContain(cookie?.value)

  // This ends the session of the first tab, which may still be reading: the server answers before the tab hears of it.
  allowedMessages.push(/status of 401/)
  await fillStaffLogin(other, 'admin@demo.quincena.mx')
  for (const tab of [other, page]) await expect(tab.getByText(/^Hola, (?!Gerardo)/)).toBeVisible()
  expect((await call('/auth/user', { token: cookie?.value ?? '' })).status).toBe(401)
})

test('a page at another address cannot use the session', async ({ openStaffApp, allowedMessages }) => {
  allowedMessages.push(/status of 403/)
  const { token } = await signInAnew('gerente@demo.quincena.mx')
  const page = await openStaffApp(token)
  // The same host at another port: to the browser the same site, so that SameSite alone lets the cookie pass.
  const address = new URL('/quincena/api/auth/logout', siteUrl).href
  const body = `<link rel="icon" href="data:," /><form method="post" action="${address}"><button>Seguir</button></form>`
  await page.route('http://127.0.0.1:65001/', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('http://127.0.0.1:65001/')
  const answered = page.waitForResponse(address)
  await page.getByRole('button', { name: 'Seguir' }).click()
  expect((await (await answered).request().allHeaders()).cookie).toBe(`quincena-session=${token}`)
  expect((await answered).status()).toBe(403)
  expect((await call('/auth/user', { token })).status).toBe(200)
  await page.goto(new URL('/quincena/', siteUrl).href)
  await expect(page.getByText('Hola, Gerardo')).toBeVisible()
})
