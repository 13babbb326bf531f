import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSpreadsheet } from '../../apps/server/test/read-spreadsheet.ts'
import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { companiesFile, falseFile, workersFile } from '../support/uploads.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Subir archivo' })
const picker = (page: Page) => page.getByLabel('Suelta aquí tu archivo o elígelo')

async function companyName(token: string): Promise<string> {
  return (await call('/company/?ordering=name', { token })).json.results[0].name
}

async function chooseCompany(page: Page, name: string) {
  const field = page.getByRole('combobox', { name: 'Empresa' })
  await field.click()
  await field.fill(name.slice(0, 6))
  await page.getByRole('option', { name }).click()
}

async function downloadBy(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return { name: file.suggestedFilename(), sheets: readSpreadsheet(await readFile(await file.path())) }
}

test('§2 Upload users: company search, preview of the file, upload, and download of the rejected rows [B2.37 B7.7]', async ({
  openStaffApp,
}) => {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const staffPage = await openStaffApp(token)
  const file = workersFile(30)
  await staffPage.goto('/quincena/')
  await staffPage.getByRole('link', { name: 'Subir usuarios' }).click()
  await expect(staffPage.getByRole('heading', { name: 'Subir usuarios', level: 1 })).toBeVisible()
  await expectAccessible(staffPage)

  await test.step('the template has and explains every column', async () => {
    const { name, sheets } = await downloadBy(staffPage, 'Descargar plantilla')
    expect(name).toBe('plantilla-usuarios.xlsx')
    expect(sheets.get('Instrucciones')).toContainEqual({
      ...{
        Columna: 'CLABE interbancaria',
        '¿Es obligatoria?': 'Sí',
        'Qué va en ella': '18 dígitos, guardados como texto',
      },
      Ejemplo: '012180000118359713',
    })
  })

  await test.step('the preview shows each error at its cell', async () => {
    await chooseCompany(staffPage, await companyName(token))
    await picker(staffPage).setInputFiles(file)
    const rows = staffPage.getByRole('region', { name: 'Primeras filas del archivo' })
    await expect(rows.getByText('El CURP no tiene un formato válido')).toBeVisible()
    await expect(staffPage.getByText('30 filas, las primeras 10 a la vista')).toBeVisible()
    await staffPage.getByText('Errores en otras filas').click()
    await expect(staffPage.getByText('El número debe tener exactamente 10 dígitos')).toBeVisible()
    await expectAccessible(staffPage)
  })

  await test.step('the upload imports the valid rows and notifies its sender', async () => {
    await send(staffPage).dblclick()
    await expect(staffPage.getByText('2 filas por corregir')).toBeVisible({ timeout: 30_000 })
    await expect(staffPage.getByRole('definition').first()).toHaveText('28')
    await expectAccessible(staffPage)
    await staffPage.getByRole('button', { name: /Notificaciones/ }).click()
    await expect(staffPage.getByText('Terminó la carga de usuarios').first()).toBeVisible()
    await staffPage.keyboard.press('Escape')
  })

  await test.step('the rejected rows can be downloaded with their reasons', async () => {
    const { sheets } = await downloadBy(staffPage, 'Descargar rechazadas')
    const rows = sheets.get('Filas rechazadas') ?? []
    expect(rows.map(({ Motivo }) => Motivo)).toEqual([
      'CURP: El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08',
      'Teléfono: El número debe tener exactamente 10 dígitos',
    ])
  })

  await test.step('the upload is in the sender’s list', async () => {
    await staffPage.getByRole('button', { name: 'Subir otro archivo' }).click()
    const row = staffPage.getByRole('row', { name: new RegExp(file.name) })
    await expect(row).toHaveCount(1)
    await row.click()
    await expect(staffPage.getByText('2 filas por corregir')).toBeVisible()
  })
})

test('§5 Upload users: a company must be chosen; only .xls and .xlsx, one file [B5.42]', async ({
  openStaffApp,
}) => {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const staffPage = await openStaffApp(token)
  await staffPage.goto('/quincena/subir-usuarios')
  await expect(send(staffPage)).toBeDisabled()
  await picker(staffPage).setInputFiles({
    name: 'datos.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  })
  await expect(staffPage.getByText('Solo se admiten archivos .xls y .xlsx.')).toBeVisible()
  expect(await picker(staffPage).getAttribute('multiple')).toBeNull()
  const file = workersFile(2)
  await picker(staffPage).setInputFiles(file)
  await send(staffPage).click()
  await expect(staffPage.getByText('Debe seleccionar una empresa antes de subir el archivo.')).toBeVisible()
  await expect(staffPage.getByText(file.name)).toBeVisible()
})

test('§2 Upload companies: the button needs a file, the server’s message is shown, the list is cleared [B2.38 B5.43 B7.21]', async ({
  openStaffApp,
}) => {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const staffPage = await openStaffApp(token)
  await staffPage.goto('/quincena/subir-empresas')
  await expect(send(staffPage)).toBeDisabled()
  const { key, ...file } = companiesFile()
  await picker(staffPage).setInputFiles(file)
  await expect(staffPage.getByRole('region', { name: 'Primeras filas del archivo' })).toContainText(key)
  await send(staffPage).click()
  await expect(staffPage.getByText('Recibimos el archivo. Estamos procesando sus filas.')).toBeVisible()
  await expect(staffPage.getByText('Todas las filas quedaron al día.')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(staffPage)
  expect((await call(`/company/?search=${key}`, { token })).json.count).toBe(1)

  await staffPage.getByRole('button', { name: 'Subir otro archivo' }).click()
  await expect(send(staffPage)).toBeDisabled()
  await picker(staffPage).setInputFiles(falseFile)
  await expect(staffPage.getByText('El contenido del archivo no es de Excel')).toBeVisible()
  await send(staffPage).click()
  await expect(send(staffPage)).toBeDisabled()
  await expect(staffPage.getByText('reporte.xlsx')).toHaveCount(0)
  await expect(staffPage.getByText('El contenido del archivo no es de Excel')).toBeVisible()
})

test('§8 Upload: a failure shows the specification’s text [B8.33]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/Failed to load resource/)
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const staffPage = await openStaffApp(token)
  await staffPage.route('**/company/upload-company*', (route) =>
    route.fulfill({ status: 502, body: 'Bad Gateway' }),
  )
  await staffPage.goto('/quincena/subir-empresas')
  await picker(staffPage).setInputFiles(companiesFile())
  await send(staffPage).click()
  const text = 'Ocurrió un error al intentar subir el archivo, revise que sea válido'
  await expect(staffPage.getByText(text)).toBeVisible()
  await expect(send(staffPage)).toBeDisabled()
})
