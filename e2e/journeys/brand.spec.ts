import type { Page } from '@playwright/test'
import { brandFields, logoPng } from '../../apps/server/test/brand.ts'
import { expectAccessible } from '../support/axe.ts'
import { readBrand, restoreBrand } from '../support/brand.ts'
import { signInByHttp } from '../support/http.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'

const { trade_name, color_light, color_dark } = brandFields
const purple = 'rgb(122, 31, 162)'
const tokenOf = async (name: string) => (await signInByHttp(`${name}@demo.quincena.mx`)).token

let before: Awaited<ReturnType<typeof readBrand>>
test.beforeAll(async () => {
  before = await readBrand()
})
test.afterAll(() => restoreBrand(before))

/** Waits until the service worker serves the app; it is installed after a user action. */
async function installApp(page: Page) {
  await page.keyboard.press('Shift')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

async function expectNewBrand(page: Page, button: string) {
  await expect(page).toHaveTitle(new RegExp(`${trade_name}$`))
  await expect(page.getByRole('img', { name: trade_name })).toBeVisible()
  await expect(page.getByRole('button', { name: button, exact: true })).toHaveCSS('background-color', purple)
  await expect(page.getByText(before.content.trade_name, { exact: true })).toHaveCount(0)
}

test('a new name, logo and colours: an admin drafts them, a second one approves, and both logins show them', async ({
  openStaffApp,
  openWorkerApp,
}) => {
  const installed = await openWorkerApp(undefined, { serviceWorkers: 'allow' })
  await installed.goto('/quincena/app/login')
  await installApp(installed)

  const first = await openStaffApp(await tokenOf('admin'))
  await test.step('the draft is previewed while it is typed', async () => {
    await first.goto('/quincena/configuracion')
    await first.getByRole('link', { name: 'Marca y datos' }).click()
    await first.getByRole('link', { name: 'Cambiar marca y datos' }).click()
    await first.getByLabel('Nombre comercial').fill(trade_name)
    await first.getByLabel('Color en modo claro', { exact: true }).fill(color_light)
    await first.getByLabel('Color en modo oscuro', { exact: true }).fill(color_dark)
    const preview = first.getByRole('region', { name: 'Vista previa' })
    await expect(preview.getByText(trade_name)).toBeVisible()
    await expect(first.getByText('El ícono de la app será el símbolo en tu color.')).toBeVisible()
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: logoPng() }
    await first.getByLabel('Suelta aquí el logotipo o elígelo').setInputFiles(logo)
    await expect(first.getByText('El ícono de la app será el logotipo.')).toBeVisible()
    await expect(preview.getByRole('img', { name: trade_name })).toBeVisible()
    await first.getByLabel('Qué cambia').fill('La marca de Prestaclara.')
    await first.getByRole('button', { name: 'Guardar borrador' }).click()
    await expect(first.getByText('Todo está guardado.')).toBeVisible()
    await expectAccessible(first)
    await shoot(first, 'brand-draft')
  })

  await test.step('one admin asks, and nothing changes before another one approves', async () => {
    await first.getByRole('button', { name: 'Publicar…' }).click()
    const publish = first.getByRole('dialog', { name: 'Publicar: marca y datos' })
    await expect(publish.getByRole('region', { name: 'Cambios' })).toContainText(trade_name)
    await publish.getByRole('button', { name: 'Pedir autorización' }).click()
    await expect(first.getByText(/^Pediste publicar/)).toBeVisible()
    const guest = await openWorkerApp()
    await guest.goto('/quincena/app/login')
    await expect(guest.getByText(before.content.trade_name, { exact: true })).toBeVisible()

    const second = await openStaffApp(await tokenOf('direccion'))
    await second.goto('/quincena/configuracion/marca')
    await second.getByRole('link', { name: 'Ver la autorización' }).click()
    const dialog = second.getByRole('dialog', { name: 'Autorización' })
    await expect(dialog).toContainText(trade_name)
    await shoot(second, 'brand-approve')
    await dialog.getByRole('button', { name: 'Autorizar' }).click()
    await dialog.getByRole('button', { name: 'Sí, autorizar' }).click()
    await expect(dialog.getByText('Autorizada', { exact: true }).first()).toBeVisible()
  })

  await test.step('the logins of workers and staff show the new brand', async () => {
    const worker = await openWorkerApp()
    await worker.goto('/quincena/app/login')
    await expectNewBrand(worker, 'Iniciar sesión')
    await expectAccessible(worker)
    await shoot(worker, 'brand-worker-login')
    const staff = await openStaffApp()
    await staff.goto('/quincena/login')
    await expectNewBrand(staff, 'Ingresar')
    await expectAccessible(staff)
    await shoot(staff, 'brand-staff-login')
  })

  await test.step('the narrow menu shows the letter of a lender whose logo is wide', async () => {
    await first.goto('/quincena/')
    await first.getByRole('button', { name: 'Contraer menú' }).click()
    await expect(first.getByRole('img', { name: trade_name })).toHaveText('P')
    await shoot(first, 'brand-narrow-menu')
  })

  await test.step('an installed app shows it at the second start', async () => {
    await installed.reload()
    await expect(installed.getByText(before.content.trade_name, { exact: true })).toBeVisible()
    await installed.keyboard.press('Shift')
    await expect
      .poll(async () => {
        await installed.reload()
        await installed.keyboard.press('Shift')
        return installed.title()
      })
      .toContain(trade_name)
    await expectNewBrand(installed, 'Iniciar sesión')
    await installed.context().setOffline(true)
    await installed.reload()
    await expect(installed).toHaveTitle(new RegExp(`${trade_name}$`))
    await installed.context().setOffline(false)
  })
})
