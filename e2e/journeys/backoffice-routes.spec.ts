import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { demoPassword, signInByHttp } from '../support/http.ts'
import { pushPath } from '../support/push-path.ts'
import { listCallsOf, listenToStaff } from '../support/staff-calls.ts'
import { listStaffScreens, type StaffScreen } from '../support/staff-screens.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const tokenOf = async (who: 'admin' | 'gerente') => (await signInByHttp(`${who}@demo.quincena.mx`)).token

/** Maximum number of calls that a screen may make when it opens, and the screens that may open without one. */
const maxCalls = 3
const withoutCalls = ['faq', 'registro', 'subir-empresas', 'notificaciones']

async function expectShown(page: Page, { path, title, tab = title }: StaffScreen) {
  await expect(page, path).toHaveURL(new RegExp(`/quincena/${path}$`))
  await expect(page, path).toHaveTitle(new RegExp(`^${tab}( · .+)? · Quincena$`))
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
}

test('§2 routes: every screen opens for an admin with at most three calls and without axe violations, light and dark [B2.2 B2.26 B2.44 B6.9]', async ({
  openStaffApp,
}) => {
  test.setTimeout(300_000)
  const page = await openStaffApp(await tokenOf('admin'))
  const calls = await listenToStaff(page)
  for (const screen of await listStaffScreens()) {
    const { path, refusal } = screen
    const madeCalls = await listCallsOf(page, calls, path)
    expect.soft(madeCalls.length, `${path}: ${madeCalls.join(', ')}`).toBeLessThanOrEqual(maxCalls)
    if (!withoutCalls.includes(path)) expect.soft(madeCalls, path).not.toEqual([])
    await expectShown(page, screen)
    if (refusal !== undefined) await expect(page.getByText(refusal), path).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('§6 routes: a manager opens all screens except those of admins, without axe violations [B6.9]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/')
  for (const screen of await listStaffScreens()) {
    const { path, refusal } = screen
    await pushPath(page, path)
    await expectShown(page, screen)
    if (refusal === undefined) continue
    await expect(page.getByText(refusal), path).toBeVisible()
    await expectAccessible(page)
  }
})

test('§6 routes: a staff screen shows a worker an error and signs out; the root opens the worker app [B6.2 B6.9]', async ({
  openStaffApp,
}) => {
  const { token } = await makeWorker('Rosa')
  const page = await openStaffApp(token)
  // The logout call is stopped, so that the session works for the next screen.
  const ended: string[] = []
  await page.route('**/api/auth/logout', (route) => {
    ended.push(route.request().headers()['quincena-session'] ?? '')
    return route.fulfill({ status: 204 })
  })
  await page.goto('/quincena/')
  await expect(page).toHaveURL(/\/quincena\/app\/home$/)
  const number = (await page.evaluate(() => localStorage.getItem('quincena.session'))) ?? ''
  // Each sign-out needs a page load; all screens have the guard of one route, so every fifth one shows it.
  const screens = (await listStaffScreens()).filter((_, index) => index % 5 === 1)
  for (const { path } of screens) {
    await page.goto(`/quincena/${path}`)
    await expect(page.getByText('El usuario no tiene acceso a esta sección.'), path).toBeVisible()
    await expect(page, path).toHaveURL(/\/quincena\/auth\/inicio-de-sesion$/)
    for (const key of ['quincena.session', 'quincena.leaving'])
      await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key), path).toBeNull()
    await page.evaluate((value) => localStorage.setItem('quincena.session', value), number)
  }
  expect(ended).toEqual(screens.map(() => number))
})

test('§6 login: the staff login rejects a worker [B6.1]', async ({ openStaffApp }) => {
  const page = await openStaffApp()
  await page.goto('/quincena/auth/inicio-de-sesion')
  await page.getByLabel('Correo electrónico').fill('beto@demo.quincena.mx')
  await page.getByLabel('Contraseña').fill(demoPassword)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText('El usuario no es un administrador.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('quincena.session'))).toBeNull()
})

test('§2 routes: every screen redirects a guest to the login; the login redirects a signed-in user [B2.3 B2.4 B6.9]', async ({
  openStaffApp,
}) => {
  const guest = await openStaffApp()
  await guest.goto('/quincena/creditos')
  await expect(guest).toHaveURL(/\/quincena\/auth\/inicio-de-sesion$/)
  for (const { path } of await listStaffScreens()) {
    await pushPath(guest, path)
    await expect(guest, path).toHaveURL(/\/quincena\/auth\/inicio-de-sesion$/)
  }
  await guest.goto('/quincena/auth/no-existe')
  await expect(guest).toHaveURL(/\/quincena\/auth\/inicio-de-sesion$/)
  await expectAccessible(guest)
  const page = await openStaffApp(await tokenOf('gerente'))
  for (const loginPath of ['auth/inicio-de-sesion', 'app/login', 'app/welcome']) {
    await page.goto(`/quincena/${loginPath}`)
    await expect(page, loginPath).toHaveURL(/\/quincena\/?$/)
    await expect(page.getByRole('heading', { name: 'Dashboard' }), loginPath).toBeVisible()
  }
})

test('§4 session: an invalid token is deleted and redirects to the login [B4.18 B7.32 B8.46]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/the server responded with a status of 401/)
  const page = await openStaffApp('no-longer-valid')
  await page.goto('/quincena/creditos')
  await expect(page).toHaveURL(/\/quincena\/auth\/inicio-de-sesion$/)
  expect(await page.evaluate(() => localStorage.getItem('quincena.session'))).toBeNull()
})
