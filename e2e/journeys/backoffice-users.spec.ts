import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { requestLoanByHttp } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker, workerForm } from '../support/workers.ts'

const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label, exact: true })

async function choose(dialog: Locator, label: string, option: string) {
  const input = dialog.getByRole('combobox', { name: label, exact: true })
  await input.click()
  await dialog.page().getByRole('option', { name: option, exact: true }).click()
}

type WrongValue = readonly [label: string, value: string, text: string]

const wrongAnywhere: WrongValue[] = [
  ['Correo electrónico', 'nadie', 'Revisa tu correo: le falta algo.'],
  ['Dirección', '', 'El campo dirección es obligatorio'],
  ['Colonia', '', 'El campo colonia es obligatorio'],
  ['Código postal', '12', 'El código postal debe tener 5 dígitos'],
  ['INE', '123', 'El INE debe contener exactamente 13 dígitos numéricos'],
  ['CURP', 'ABC', 'El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08'],
  ['RFC', 'ABC', 'El RFC no tiene un formato válido. Ejemplo: ABCD901010XXX'],
  ['Teléfono', '55', 'El número debe tener exactamente 10 dígitos'],
  ['Puesto', '', 'El puesto es obligatorio'],
  ['Sueldo quincenal', '-5', 'El sueldo quincenal debe ser un número positivo'],
  ['CLABE interbancaria', '12', 'La CLABE lleva 18 números.'],
  [
    'Número de cuenta bancaria',
    '12',
    'El número de cuenta bancaria debe contener exactamente 11 dígitos numéricos',
  ],
]
const wrongWhenNew: WrongValue[] = [
  ['Nombre', 'A1', 'Este campo solo debe contener letras y espacios'],
  ['Nombre', 'A', 'Este campo debe tener al menos 2 caracteres'],
  ['Apellido', 'P_z', 'Este campo solo debe contener letras y espacios'],
  ['Clave', 'AB-1', 'La clave debe ser alfanumérica en mayúsculas y máximo de 7 caracteres'],
  ['Contraseña', '123', 'La contraseña debe tener al menos 8 caracteres'],
  ...wrongAnywhere,
  ['Confirmar correo electrónico', 'otra@demo.quincena.mx', 'El correo electrónico no coincide'],
]
const wrongWhenKnown: WrongValue[] = [
  ['Nombre', 'A1', 'El nombre solo debe contener letras y espacios'],
  ['Apellido', 'P', 'El apellido debe tener al menos 2 caracteres'],
  ...wrongAnywhere,
  ['Confirmar correo electrónico', 'otra@demo.quincena.mx', 'El correo electrónico no coincide'],
]

async function typeWrongValues(dialog: Locator, wrongValues: readonly WrongValue[]) {
  for (const [label, value, text] of wrongValues) {
    const input = field(dialog, label)
    const before = await input.inputValue()
    await input.fill(value)
    await input.blur()
    const fieldBox = input.locator('xpath=ancestor::*[contains(@class, "InputWrapper-root")]')
    await expect(fieldBox.getByText(text, { exact: true }), `${label} with «${value}»`).toBeVisible()
    await input.fill(before === '' ? value : before)
  }
}

async function fillWorker(dialog: Locator, worker: ReturnType<typeof workerForm>) {
  const texts = [
    ['Nombre', worker.first_name],
    ['Apellido', worker.last_name],
    ['Correo electrónico', worker.email],
    ['Confirmar correo electrónico', worker.email],
    ['Clave', worker.key],
    ['Contraseña', ''],
    ['Dirección', worker.address],
    ['Colonia', worker.neighborhood],
    ['Código postal', worker.zip_code],
    ['Ciudad', worker.city],
    ['INE', worker.ine],
    ['CURP', worker.curp],
    ['RFC', worker.rfc],
    ['Teléfono', worker.phone],
    ['Puesto', worker.position],
    ['Sueldo quincenal', String(worker.biweekly_salary)],
  ] as const
  for (const [label, value] of texts) await field(dialog, label).fill(value)
  await choose(dialog, 'Estado', worker.state)
  await choose(dialog, 'Género', 'Femenino')
}

async function openMenu(page: Page, name: string, item: string) {
  await page.getByRole('row', { name }).getByRole('button', { name: 'Acciones' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('§5 user form: every field of both forms rejects invalid and accepts valid values [B2.29 B2.30 B2.31 B4.14 B5.6 B5.7 B5.8 B5.9 B5.10 B5.11 B5.12 B5.13 B5.14 B5.15 B5.16 B5.17 B5.18 B5.19 B5.20 B5.21 B5.22 B5.24 B5.25 B5.28 B5.29 B7.5 B8.39 B9.17]', async ({
  openStaffApp,
}) => {
  test.setTimeout(240_000)
  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const worker = workerForm('Zenaida')
  const dialog = staffPage.getByRole('dialog', { name: 'Nuevo Usuario' })

  await test.step('an empty form shows an error at every field and focuses the first', async () => {
    await staffPage.goto('/quincena/usuarios')
    await staffPage.getByRole('button', { name: 'NUEVO USUARIO' }).click()
    await choose(dialog, 'Tipo de usuario', 'Trabajador')
    await dialog.getByRole('button', { name: 'Agregar' }).click()
    await expect(dialog.getByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
    for (const text of [
      'Seleccione un estado',
      'Seleccione un género válido',
      'La entidad bancaria es obligatoria para Trabajadores',
    ])
      await expect(dialog.getByText(text)).toBeVisible()
    await expect(field(dialog, 'Nombre')).toBeFocused()
    await expectAccessible(staffPage)
  })

  await test.step('each field shows an error for an invalid value', async () => {
    await typeWrongValues(dialog, wrongWhenNew)
  })

  await test.step('valid values are accepted; a value that Ana already has shows an error while typing', async () => {
    await fillWorker(dialog, worker)
    await field(dialog, 'Correo electrónico').fill('ana@demo.quincena.mx')
    await expect(dialog.getByText('El correo electrónico ya existe.')).toBeVisible()
    await field(dialog, 'Correo electrónico').fill(worker.email)
    await expect(dialog.getByText('El correo electrónico ya existe.')).toBeHidden()
    await expect(dialog.getByLabel('Sueldo mensual')).toHaveValue('$17,000.00')
    await choose(dialog, 'Entidad bancaria', 'Banamex')
    await field(dialog, 'CLABE interbancaria').fill(worker.debit_card_number)
    await expect(dialog.getByText('La CLABE no corresponde a la entidad bancaria elegida')).toBeVisible()
    await choose(dialog, 'Entidad bancaria', 'BBVA')
    await field(dialog, 'Número de cuenta bancaria').fill(worker.bank_account_number)
    await dialog.getByRole('button', { name: 'Agregar' }).click()
    const result = staffPage.getByRole('dialog', { name: 'Usuario agregado correctamente' })
    await expect(result.getByText(/El usuario ha sido registrado correctamente\./)).toBeVisible()
    await result.getByRole('button', { name: 'Cerrar' }).click()
    await expect(staffPage.getByRole('row', { name: worker.last_name }).first()).toContainText('Zenaida')
  })

  await test.step('the edit form does the same and asks before it discards changes', async () => {
    await staffPage.getByRole('searchbox', { name: 'Escribe tu búsqueda' }).fill(worker.email)
    await expect(staffPage.getByText('1 usuario', { exact: true })).toBeVisible()
    await openMenu(staffPage, worker.email, 'Editar')
    const edit = staffPage.getByRole('dialog', { name: 'Editar Detalles del Usuario' })
    await expect(field(edit, 'Nombre')).toHaveValue('Zenaida')
    await expectAccessible(staffPage)
    await typeWrongValues(edit, wrongWhenKnown)
    await field(edit, 'Puesto').fill('Supervisora')
    await staffPage.goBack()
    await staffPage.getByRole('button', { name: 'Seguir editando' }).click()
    await expect(field(edit, 'Puesto')).toHaveValue('Supervisora')
    await edit.getByRole('button', { name: 'Guardar' }).click()
    const result = staffPage.getByRole('dialog', { name: 'Usuario actualizado correctamente.' })
    await expect(result.getByText('El usuario ha sido actualizado correctamente.')).toBeVisible()
    await result.getByRole('button', { name: 'Cerrar' }).click()
  })
})

test('§2 users list: filters, keyboard, and the detail in the URL [B2.28 B2.32 B2.33 B2.34 B3.9]', async ({
  openStaffApp,
}) => {
  const worker = await makeWorker('Yolanda')
  await requestLoanByHttp(worker.token, { type: 'credit', amount: 4000, period: 6 })
  const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  const calledPaths: string[] = []
  staffPage.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/api\/(auth\/users|loan|documents|company)/.test(pathname)) calledPaths.push(pathname)
  })

  await test.step('a page makes one kind of call; filters are in the URL', async () => {
    await staffPage.goto('/quincena/usuarios')
    await expect(staffPage.getByRole('columnheader', { name: 'RFC' })).toBeVisible()
    await expectAccessible(staffPage)
    expect(new Set(calledPaths)).toEqual(new Set(['/quincena/api/auth/users'])) // repeated if another test changes a user
    await staffPage.getByRole('radio', { name: 'Gerente' }).check()
    await expect(staffPage).toHaveURL(/user_type=U1/)
    await expect(staffPage.getByRole('row', { name: /Trabajador/ })).toHaveCount(0)
    await staffPage.getByText('Trabajador', { exact: true }).first().click()
    await staffPage.getByRole('searchbox', { name: 'Escribe tu búsqueda' }).fill(worker.email)
    await expect(staffPage.getByText('1 usuario', { exact: true })).toBeVisible()
  })

  await test.step('Enter on a row opens the detail; only the data of the open tab is loaded', async () => {
    calledPaths.length = 0
    await staffPage.getByRole('row', { name: worker.email }).getByRole('link').press('Enter')
    await expect(staffPage).toHaveURL(new RegExp(`ver=${worker.id}`))
    const detail = staffPage.getByRole('dialog', { name: 'Detalles del Usuario' })
    await expect(detail.getByText('Solicitud de crédito', { exact: true })).toBeVisible()
    await expectAccessible(staffPage)
    expect(calledPaths.filter((path) => !path.endsWith('/auth/users'))).toEqual([])
    await detail.getByRole('tab', { name: 'Documentos' }).click()
    await expect(detail.getByRole('link', { name: /INE\.pdf/ })).toHaveAttribute('target', '_blank')
    await expectAccessible(staffPage)
    await detail.getByRole('tab', { name: 'Órdenes' }).click()
    await expect(detail.getByText('En análisis')).toBeVisible()
    await expectAccessible(staffPage)
    await detail.getByRole('link', { name: /^Ver C-/ }).click()
    await expect(staffPage).toHaveURL(/detalle-credito/)
  })
})

test('§8 users: deletes a user, refuses with an open loan, and restores access [B7.4 B8.39]', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 409/)
  const borrower = await makeWorker('Xenia')
  await requestLoanByHttp(borrower.token, { type: 'credit', amount: 4000, period: 6 })
  const free = await makeWorker('Wendy', { hasDocuments: false })
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const staffPage = await openStaffApp(token)

  for (const [email, answer] of [
    [borrower.email, 'No se pudo eliminar el usuario. Tiene un crédito o anticipo abierto.'],
    [free.email, 'El usuario fue eliminado.'],
  ] as const) {
    await staffPage.goto(`/quincena/usuarios?search=${encodeURIComponent(email)}`)
    await openMenu(staffPage, email, 'Eliminar')
    const question = staffPage.getByRole('dialog', { name: '¿Eliminar usuario?' })
    await expect(question.getByText('Esta acción no se puede deshacer.')).toBeVisible()
    await question.getByRole('button', { name: 'Sí, eliminar' }).click()
    await expect(staffPage.getByText(answer)).toBeVisible()
  }
  await expect(staffPage.getByText('Aún no hay registros para mostrar')).toBeVisible()
  await staffPage.getByText('Inactivos', { exact: true }).click()
  await openMenu(staffPage, free.email, 'Reactivar')
  await staffPage.getByRole('button', { name: 'Sí, reactivar' }).click()
  await expect(staffPage.getByText('El usuario fue reactivado.')).toBeVisible()
  const { json } = await call(`/auth/user/${free.id}`, { token })
  expect(json.is_active).toBe(true)
})
