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

async function downloaded(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return { name: file.suggestedFilename(), sheets: readSpreadsheet(await readFile(await file.path())) }
}

test('§2 Upload users: company search, preview of the file, upload, and download of the rejected rows [B2.37 B7.7]', async ({
  openStaffApp,
}) => {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const desk = await openStaffApp(token)
  const file = workersFile(30)
  await desk.goto('/quincena/')
  await desk.getByRole('link', { name: 'Subir usuarios' }).click()
  await expect(desk.getByRole('heading', { name: 'Subir usuarios', level: 1 })).toBeVisible()
  await expectAccessible(desk)

  await test.step('the template has and explains every column', async () => {
    const { name, sheets } = await downloaded(desk, 'Descargar plantilla')
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
    await chooseCompany(desk, await companyName(token))
    await picker(desk).setInputFiles(file)
    const rows = desk.getByRole('region', { name: 'Primeras filas del archivo' })
    await expect(rows.getByText('El CURP no tiene un formato válido')).toBeVisible()
    await expect(desk.getByText('30 filas, las primeras 10 a la vista')).toBeVisible()
    await desk.getByText('Errores en otras filas').click()
    await expect(desk.getByText('El número debe tener exactamente 10 dígitos')).toBeVisible()
    await expectAccessible(desk)
  })

  await test.step('the upload imports the valid rows and notifies its sender', async () => {
    await send(desk).dblclick()
    await expect(desk.getByText('2 filas por corregir')).toBeVisible({ timeout: 30_000 })
    await expect(desk.getByRole('definition').first()).toHaveText('28')
    await expectAccessible(desk)
    await desk.getByRole('button', { name: /Notificaciones/ }).click()
    await expect(desk.getByText('Terminó la carga de usuarios').first()).toBeVisible()
    await desk.keyboard.press('Escape')
  })

  await test.step('the rejected rows can be downloaded with their reasons', async () => {
    const { sheets } = await downloaded(desk, 'Descargar rechazadas')
    const rows = sheets.get('Filas rechazadas') ?? []
    expect(rows.map(({ Motivo }) => Motivo)).toEqual([
      'CURP: El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08',
      'Teléfono: El número debe tener exactamente 10 dígitos',
    ])
  })

  await test.step('the upload is in the sender’s list', async () => {
    await desk.getByRole('button', { name: 'Subir otro archivo' }).click()
    const row = desk.getByRole('row', { name: new RegExp(file.name) })
    await expect(row).toHaveCount(1)
    await row.click()
    await expect(desk.getByText('2 filas por corregir')).toBeVisible()
  })
})

test('§5 Upload users: a company must be chosen; only .xls and .xlsx, one file [B5.42]', async ({
  openStaffApp,
}) => {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const desk = await openStaffApp(token)
  await desk.goto('/quincena/subir-usuarios')
  await expect(send(desk)).toBeDisabled()
  await picker(desk).setInputFiles({
    name: 'datos.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  })
  await expect(desk.getByText('Solo se admiten archivos .xls y .xlsx.')).toBeVisible()
  expect(await picker(desk).getAttribute('multiple')).toBeNull()
  const file = workersFile(2)
  await picker(desk).setInputFiles(file)
  await send(desk).click()
  await expect(desk.getByText('Debe seleccionar una empresa antes de subir el archivo.')).toBeVisible()
  await expect(desk.getByText(file.name)).toBeVisible()
})

test('§2 Upload companies: the button needs a file, the server’s message is shown, the list is cleared [B2.38 B5.43 B7.21]', async ({
  openStaffApp,
}) => {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const desk = await openStaffApp(token)
  await desk.goto('/quincena/subir-empresas')
  await expect(send(desk)).toBeDisabled()
  const { key, ...file } = companiesFile()
  await picker(desk).setInputFiles(file)
  await expect(desk.getByRole('region', { name: 'Primeras filas del archivo' })).toContainText(key)
  await send(desk).click()
  await expect(desk.getByText('Recibimos el archivo. Estamos procesando sus filas.')).toBeVisible()
  await expect(desk.getByText('Todas las filas quedaron al día.')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(desk)
  expect((await call(`/company/?search=${key}`, { token })).json.count).toBe(1)

  await desk.getByRole('button', { name: 'Subir otro archivo' }).click()
  await expect(send(desk)).toBeDisabled()
  await picker(desk).setInputFiles(falseFile)
  await expect(desk.getByText('El contenido del archivo no es de Excel')).toBeVisible()
  await send(desk).click()
  await expect(send(desk)).toBeDisabled()
  await expect(desk.getByText('reporte.xlsx')).toHaveCount(0)
  await expect(desk.getByText('El contenido del archivo no es de Excel')).toBeVisible()
})

test('§8 Upload: a failure shows the specification’s text [B8.33]', async ({ openStaffApp, allowed }) => {
  allowed.push(/Failed to load resource/)
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const desk = await openStaffApp(token)
  await desk.route('**/company/upload-company*', (route) =>
    route.fulfill({ status: 502, body: 'Bad Gateway' }),
  )
  await desk.goto('/quincena/subir-empresas')
  await picker(desk).setInputFiles(companiesFile())
  await send(desk).click()
  const text = 'Ocurrió un error al intentar subir el archivo, revise que sea válido'
  await expect(desk.getByText(text)).toBeVisible()
  await expect(send(desk)).toBeDisabled()
})
