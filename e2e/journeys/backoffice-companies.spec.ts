import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

const KEY = 'La clave debe ser alfanumérica, en mayúsculas y de máximo 7 caracteres'
const COMMISSION = 'Debe ser una cantidad positiva con hasta 3 decimales'

/** Field, invalid value and expected error, in the order of the form. */
const wrongValues = [
  ['Clave', 'ab-12345', KEY],
  ['Nombre', 'Ab', 'Ingrese un nombre de empresa válido'],
  ['Correo electrónico', 'acme', 'Formato de correo electrónico inválido'],
  ['Teléfono', '55123', 'El número debe tener exactamente 10 dígitos'],
  ['Sitio web', 'acme.mx', 'Formato de URL inválido'],
  ['Comisión por anticipo', '-1', COMMISSION],
] as const
const wrongWhenNew = [
  ['Confirmar correo electrónico', 'otro@acme.mx', 'El correo electrónico no coincide'],
  ['Tasa de interés', '-18', 'Debe ser un número positivo con hasta 3 decimales'],
] as const
const wrongInEdit = [
  ['Tasa de interés', '-1', 'La tasa de interés debe ser un número positivo con hasta tres decimales'],
] as const

const field = (form: Locator, label: string) => form.getByLabel(label, { exact: true })

/** Types each invalid value, leaves the field and expects the specification's error text. */
async function expectFaults(form: Locator, faults: readonly (readonly [string, string, string])[]) {
  for (const [label, value, text] of faults) {
    await field(form, label).fill(value)
    await field(form, label).blur()
    await expect(field(form, label)).toHaveAccessibleDescription(new RegExp(text.replace(/[.()]/g, '\\$&')))
  }
}

async function chooseIndustry(page: Page, form: Locator, industry: string) {
  await field(form, 'Industria').click()
  await page.getByRole('option', { name: industry, exact: true }).click()
}

async function closeResult(page: Page, title: string) {
  const result = page.getByRole('dialog', { name: title })
  await result.getByRole('button', { name: 'Cerrar' }).click()
  await expect(result).toBeHidden()
}

const uniqueKey = () => `E${Date.now().toString(36).slice(-6).toUpperCase()}`

test('§2 Companies list, §5 company form: staff add, find, read, change and delete a company [B2.35 B2.36 B5.30 B5.31 B5.33 B5.34 B5.35 B5.36 B5.37 B5.38 B5.39 B5.40 B7.18 B7.20 B8.40]', async ({
  openStaffApp,
}) => {
  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const key = uniqueKey()
  const name = `Minas ${key}`
  await staffPage.goto('/quincena/')
  await staffPage.getByRole('link', { name: 'Empresas', exact: true }).click()
  await expect(staffPage.getByRole('heading', { name: 'Empresas', level: 1 })).toBeVisible()
  await expectAccessible(staffPage)

  const create = staffPage.getByRole('dialog', { name: 'Nueva Empresa' })
  await test.step('each invalid value shows its error when the field loses the focus', async () => {
    await staffPage.getByRole('button', { name: 'NUEVA EMPRESA' }).click()
    await expect(create).toBeVisible()
    await expectAccessible(staffPage)
    await expectFaults(create, [...wrongValues, ...wrongWhenNew])
    await create.getByRole('button', { name: 'Agregar' }).click()
    await closeResult(staffPage, 'Por favor, corrija los errores antes de continuar.')
    await expect(create.getByText('La dirección es obligatoria')).toBeVisible()
    await expectAccessible(staffPage)
  })

  await test.step('a listed industry is refused as another one; a rate above 100 % asks for confirmation', async () => {
    for (const [label, value] of [
      ['Clave', key.toLowerCase()],
      ['Nombre', name],
      ['Correo electrónico', 'rh@minas.mx'],
      ['Confirmar correo electrónico', 'rh@minas.mx'],
      ['Teléfono', '5512345678'],
      ['Sitio web', 'https://minas.mx'],
      ['Dirección', 'Mina 1, Zacatecas'],
      ['Tasa de interés', '180'],
      ['Comisión por anticipo', '1,250.505'],
      ['IVA', '16'],
    ] as const)
      await field(create, label).fill(value)
    await expect(field(create, 'Clave')).toHaveValue(key)
    await chooseIndustry(staffPage, create, 'Otro')
    await field(create, 'Otra industria').fill('tecnologia')
    await field(create, 'Otra industria').blur()
    await expect(create.getByText('La industria ya existe en la lista')).toBeVisible()
    await field(create, 'Otra industria').fill('MINERÍA y metales')
    await create.getByRole('button', { name: 'Agregar' }).click()
    const question = staffPage.getByRole('dialog', {
      name: 'La tasa equivale a 180 % anual. ¿Es correcto?',
    })
    await question.getByRole('button', { name: 'Corregir' }).click()
    await field(create, 'Tasa de interés').fill('22.5')
    await create.getByRole('button', { name: 'Agregar' }).click()
    await closeResult(staffPage, 'La empresa se ha agregado correctamente.')
  })

  await test.step('the search finds it by key, and the detail has a copy button for each field', async () => {
    await staffPage.getByRole('searchbox', { name: 'Escribe tu búsqueda' }).fill('<>')
    await expect(staffPage.getByText('Búsqueda inválida')).toBeVisible()
    await staffPage.getByRole('searchbox', { name: 'Escribe tu búsqueda' }).fill(key.toLowerCase())
    await expect(staffPage.getByText('1 empresa', { exact: true })).toBeVisible()
    const row = staffPage.getByRole('row', { name: new RegExp(key) })
    for (const text of [name, 'Minería y metales', 'rh@minas.mx', '22.5 %', '$1,250.51'])
      await expect(row.getByText(text)).toBeVisible()
    await row.click()
    const details = staffPage.getByRole('dialog', { name: 'Detalles de la empresa' })
    await expect(details.getByText('Mina 1, Zacatecas')).toBeVisible()
    await expect(details.getByRole('button', { name: /^Copiar / })).toHaveCount(9)
    await expectAccessible(staffPage)
    await details.getByRole('button', { name: 'Editar' }).click()
  })

  const edit = staffPage.getByRole('dialog', { name: 'Editar Empresa' })
  await test.step('the edit form has its own texts and asks before it discards changes', async () => {
    await expect(field(edit, 'Clave')).toHaveValue(key)
    await expectFaults(edit, [...wrongValues, ...wrongInEdit])
    await edit.getByRole('button', { name: 'Guardar' }).click()
    await closeResult(staffPage, 'Corrige los errores antes de continuar.')
    await staffPage.goBack()
    const question = staffPage.getByRole('dialog', { name: '¿Salir sin guardar?' })
    await question.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(question).toBeHidden()
    await expect(field(edit, 'Teléfono')).toHaveValue('55123')
    await staffPage.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await staffPage.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await edit.getByRole('button', { name: 'Cancelar' }).click()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(edit).toBeHidden()
  })

  await test.step('the same form has the lending settings', async () => {
    await staffPage
      .getByRole('row', { name: new RegExp(key) })
      .getByRole('button', { name: 'Acciones' })
      .click()
    await staffPage.getByRole('menuitem', { name: 'Editar' }).click()
    await field(edit, 'Parte de la quincena').fill('40')
    await field(edit, 'Tope por anticipo').fill('3,000')
    await field(edit, 'Mínimo por anticipo').fill('750')
    await field(edit, 'IVA').fill('8')
    await field(edit, 'Cómo se cobra el IVA').click()
    await staffPage.getByRole('option', { name: 'Se suma al precio' }).click()
    await field(edit, 'Días de gracia').fill('3')
    await edit.getByRole('button', { name: 'Guardar' }).click()
    await closeResult(staffPage, 'La empresa fue actualizada correctamente.')
    await staffPage.getByRole('row', { name: new RegExp(key) }).click()
    const details = staffPage.getByRole('dialog', { name: 'Detalles de la empresa' })
    for (const text of ['40 %', '$3,000.00', '$750.00', '8 %, se suma al precio', '3 días hábiles'])
      await expect(details.getByText(text)).toBeVisible()
    await details.getByRole('button', { name: 'Cerrar' }).last().click()
  })

  await test.step('it is deleted after a confirmation', async () => {
    await staffPage
      .getByRole('row', { name: new RegExp(key) })
      .getByRole('button', { name: 'Acciones' })
      .click()
    await staffPage.getByRole('menuitem', { name: 'Eliminar' }).click()
    const question = staffPage.getByRole('dialog', { name: '¿Eliminar empresa?' })
    await expect(question.getByText('Esta acción no se puede deshacer.')).toBeVisible()
    await question.getByRole('button', { name: 'Sí, eliminar' }).click()
    await expect(staffPage.getByText('La empresa fue eliminada.')).toBeVisible()
    await expect(staffPage.getByText('Aún no hay registros para mostrar')).toBeVisible()
  })
})

test('§8 companies: deletion fails with the number of active users; a used key shows an error at its field [B8.25 B8.26]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/the server responded with a status of 409/)
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const staffPage = await openStaffApp(token)
  const { key } = (await call('/company/?search=norte', { token })).json.results[0]
  await staffPage.goto('/quincena/empresas?search=norte')
  await staffPage
    .getByRole('row', { name: new RegExp(key) })
    .getByRole('button', { name: 'Acciones' })
    .click()
  await staffPage.getByRole('menuitem', { name: 'Eliminar' }).click()
  await staffPage.getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(
    staffPage.getByText(/^No se pudo eliminar la empresa\. Tiene \d+ usuarios? activos?\.$/),
  ).toBeVisible()
  await staffPage.goto('/quincena/empresas')
  await staffPage.getByRole('row').nth(1).getByRole('button', { name: 'Acciones' }).click()
  await staffPage.getByRole('menuitem', { name: 'Editar' }).click()
  const edit = staffPage.getByRole('dialog', { name: 'Editar Empresa' })
  const other = (await field(edit, 'Clave').inputValue()) === key ? 'TRANSBJ' : key
  await field(edit, 'Clave').fill(other)
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await closeResult(staffPage, 'Ocurrió un problema al actualizar la empresa.')
  await expect(edit.getByText('La clave ya existe.')).toBeVisible()
  await expect(field(edit, 'Clave')).toHaveValue(other)
})
