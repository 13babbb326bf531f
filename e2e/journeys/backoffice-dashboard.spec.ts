import type { Page } from '@playwright/test'
import { readSpreadsheet } from '../../apps/server/test/read-spreadsheet.ts'
import { expectAccessible, expectLoaded } from '../support/axe.ts'
import { demoPassword, signInByHttp } from '../support/http.ts'
import { requestLoanByHttp } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const tokenOf = async (email: string) => (await signInByHttp(`${email}@demo.quincena.mx`)).token

const entries = [
  ['Dashboard', ''],
  ['Órdenes STP', 'stp'],
  ['Créditos', 'creditos'],
  ['Anticipos', 'anticipos'],
  ['Usuarios', 'usuarios'],
  ['Empresas', 'empresas'],
  ['Subir usuarios', 'subir-usuarios'],
  ['Subir empresas', 'subir-empresas'],
  ['Ayuda', 'faq'],
] as const

const widthOf = async (page: Page) => (await page.getByRole('complementary').boundingBox())?.width
const readScrollTop = (page: Page) => page.evaluate(() => window.scrollY)

test('§2 routes: the menu opens each screen at its top; the login path returns to the last screen [B2.2 B2.5 B2.6 B2.8 B3.15]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('admin'))
  await page.goto('/quincena/')
  const menu = page.getByRole('navigation', { name: 'Principal' })
  for (const [label, path] of entries) {
    await page.mouse.wheel(0, 2000)
    await menu.getByRole('link', { name: new RegExp(`^${label}`) }).click()
    await expect(page).toHaveURL(new RegExp(`/quincena/${path}$`))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect.poll(() => readScrollTop(page)).toBe(0)
  }
  await page.goto('/quincena/creditos')
  await page.getByRole('row').nth(1).click()
  await expect(page).toHaveURL(/detalle-credito\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Detalle del crédito' })).toBeVisible()
  const detail = page.url()
  await expect(menu.getByRole('link', { name: 'Créditos' })).toHaveAttribute('aria-current', 'location')
  await page.goto('/quincena/auth/inicio-de-sesion')
  await expect(page).toHaveURL(detail)
  await page.goto('/quincena/no-hay-nada')
  await expect(page).toHaveURL(/\/quincena\/$/)
})

test('§2 routes: a guest gets the app login up to 500 px width, else the staff login [B2.7 B9.2 E2.6 E9.3]', async ({
  openStaffApp,
}) => {
  for (const [width, login] of [
    [500, 'app/login'],
    [501, 'auth/inicio-de-sesion'],
  ] as const) {
    const page = await openStaffApp(undefined, { viewport: { width, height: 800 } })
    await page.goto('/quincena/creditos')
    await expect(page).toHaveURL(new RegExp(`/quincena/${login}$`))
  }
})

test('§6: a worker in the staff app sees an error and is signed out [B6.2 B8.4]', async ({
  openStaffApp,
}) => {
  const worker = await makeWorker('Lidia')
  const page = await openStaffApp(worker.token)
  await page.goto('/quincena/creditos')
  await expect(page.getByText('El usuario no tiene acceso a esta sección.')).toBeVisible()
  await expect(page).toHaveURL(/auth\/inicio-de-sesion$/)
})

test('§2 layout: the 250 px drawer keeps its state, the bar hides past 100 px, logout asks for confirmation [B2.8 B2.9 B2.10 B9.3 B9.4]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp()
  await page.goto('/quincena/auth/inicio-de-sesion')
  await page.getByLabel('Correo electrónico').fill('gerente@demo.quincena.mx')
  await page.getByLabel('Contraseña').fill(demoPassword)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText('Hola, Gerardo')).toBeVisible()
  await expect.poll(() => widthOf(page)).toBe(250)
  await page.getByRole('button', { name: 'Contraer menú' }).click()
  await expect.poll(() => widthOf(page)).toBe(72)
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(72)
  await page.getByRole('button', { name: 'Expandir menú' }).click()

  const bar = page.getByRole('region', { name: 'Barra superior' })
  await expect(bar.getByText('Hola, Gerardo')).toBeVisible()
  await expect(bar.getByText('G', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Solicitudes', exact: true })).toBeVisible()
  await expectLoaded(page)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 100)
  await expect.poll(() => readScrollTop(page)).toBe(100)
  await expect(bar).toHaveAttribute('data-hidden', 'false')
  await page.mouse.wheel(0, 20)
  await expect(bar).toHaveAttribute('data-hidden', 'true')
  await page.mouse.wheel(0, -1000)
  await expect(bar).toHaveAttribute('data-hidden', 'false')

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Cerrar sesión?' })
  await expect(dialog.getByText('Estás a punto de cerrar tu sesión. ¿Deseas continuar?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL(/auth\/inicio-de-sesion$/)
})

test('§2 dashboard: figures, charts with a table each, year by keyboard, workers without documents [B2.13 B2.14 B2.15 B2.16 B2.17 B4.4 B5.45 B7.24 B8.36 B9.5 B9.13]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/api\/(loan|stp\/balance|auth\/users)/.test(pathname)) calls.add(pathname)
  })
  await page.goto('/quincena/')
  const summaryRegion = page.getByRole('region', { name: /^Resumen de/ })
  await expect(summaryRegion.locator('p').filter({ hasText: /^\$[\d.]+[kM]$/ })).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Solicitudes por mes' }).getByRole('row')).toHaveCount(13)
  await expect(page.getByRole('table', { name: 'Estado de Documentos' }).getByRole('row')).toHaveCount(3)
  expect(calls.size).toBe(3)
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Anticipos' }).click()
  await expect(page).toHaveURL(/tipo=anticipos/)
  const year = page.getByRole('combobox', { name: 'Año' })
  await year.click()
  const thisYear = Temporal.Now.plainDateISO('America/Mexico_City').year
  const offeredYears = Array.from({ length: 5 }, (_, back) => String(thisYear - back))
  await expect(page.getByRole('option')).toHaveText(offeredYears)
  await page.keyboard.press('Escape')
  await year.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Selecciona un año válido')).toBeVisible()
  await year.click()
  await page.getByRole('option', { name: String(thisYear - 4) }).click()
  await expect(page.getByText('No hay datos disponibles para mostrar.')).toBeVisible()

  await page.getByRole('tab', { name: 'Sin documentos' }).click()
  await expect(page.getByText(/^1 de \d+$/)).toBeVisible()
  const requests = page.getByRole('table', { name: 'Solicitudes en análisis' })
  await expect(requests.getByText('En análisis')).toHaveCount(5)
  await requests.getByRole('row').nth(1).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/detalle-credito\/\d+/)
})

test('§2 lists: search, filter, order and page size are in the URL; the keyboard opens rows [B2.18 B2.23 B2.24 B9.7]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/creditos')
  await page.getByRole('button', { name: 'Monto' }).click()
  await expect(page).toHaveURL(/ordering=amount/)
  await page.getByRole('combobox', { name: 'Filas por página' }).click()
  await expect(page.getByRole('option')).toHaveText([/^20/, /^30/, /^40/])
  await page.getByRole('option', { name: /^30/ }).click()
  await page.getByText('En análisis', { exact: true }).first().click()
  await expect(page).toHaveURL(/status=INA/)
  await page.getByRole('searchbox').fill('nadie con este nombre')
  await expect(page.getByText('Aún no hay registros para mostrar')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('nadie con este nombre')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Borrar búsqueda' }).click()
  const rows = page.getByRole('table', { name: 'Solicitudes de crédito' }).getByRole('row')
  await rows.nth(1).getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/detalle-credito\/\d+/)
})

async function exportAs(page: Page, kind: string) {
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part))
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) }
}

test('§2 lists: the export has all pages of the filtered list, as .xlsx and .csv [B2.25]', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/creditos?status=INA')
  const count = Number.parseInt((await page.getByText(/^\d+ solicitudes$/).textContent()) ?? '', 10)
  const { name, bytes } = await exportAs(page, 'Excel (.xlsx)')
  expect(name).toMatch(/^Creditos_\d{4}-\d\d-\d\d\.xlsx$/)
  await expect(page.getByText('El archivo está listo.')).toBeVisible()
  const rows = readSpreadsheet(bytes).get('Solicitudes') ?? []
  expect(rows).toHaveLength(count)
  expect(new Set(rows.map((row) => row.Estatus))).toEqual(new Set(['En análisis']))
  for (const [path, file] of [
    ['stp?state=LQ', 'Ordenes_STP'],
    ['usuarios?user_type=U1', 'Usuarios'],
    ['empresas', 'Empresas'],
  ] as const) {
    await page.goto(`/quincena/${path}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const csv = await exportAs(page, 'CSV (.csv)')
    expect(csv.name).toContain(file)
    expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(csv.bytes.toString().trim().split('\r\n').length).toBeGreaterThan(1)
  }
})

test('Ctrl K finds people, folios and screens from anywhere [B2.19]', async ({ openStaffApp }) => {
  const worker = await makeWorker('Xóchitl')
  const loan = await requestLoanByHttp(worker.token, { type: 'credit', amount: 4000, period: 6 })
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/stp')
  await expect(page.getByRole('heading', { name: 'Órdenes STP' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar' })
  await field.fill('xochitl')
  await expect(page.getByRole('option', { name: /Xóchitl/ }).first()).toBeVisible()
  await expectAccessible(page)
  await field.fill(loan.folio.toLowerCase())
  await expect(page.getByRole('option', { name: loan.folio })).toBeVisible()
  // The name above found the loan as well; Enter waits for the answer to the folio, which finds nothing else.
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`detalle-credito/${loan.id}$`))
})

test('notifications: a new request appears in the open list of notices and links to the loan [B2.20]', async ({
  openStaffApp,
}) => {
  const worker = await makeWorker('Yolanda')
  const page = await openStaffApp(await tokenOf('gerente'))
  await page.goto('/quincena/empresas')
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(page.getByRole('heading', { name: 'Notificaciones' })).toBeVisible()
  const loan = await requestLoanByHttp(worker.token, { type: 'credit', amount: 4100, period: 6 })
  const notice = page.getByRole('button', { name: /Nueva solicitud de crédito.*Yolanda/ })
  await expect(notice).toBeVisible()
  await notice.click()
  await expect(page).toHaveURL(new RegExp(`detalle-credito/${loan.id}$`))
})
