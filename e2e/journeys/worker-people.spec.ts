import { clabeOf } from '../../apps/server/src/demo/identity.ts'
import { expectAccessible } from '../support/axe.ts'
import { call, workerPassword } from '../support/http.ts'
import { takePhoto } from '../support/photo.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const small = { viewport: { width: 360, height: 740 } }

test('§2 Profile and Personal data: three tabs; workers change their own fields only; logout [E2.38 E2.39 E2.40 E3.8]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of (401|422)/)
  const { token, id, email } = await makeWorker('Paloma', { hasDocuments: false })
  const page = await openWorkerApp(token, small)
  await page.goto('/quincena/app/profile')
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(/^RFC [A-Z0-9]{13}$/)).toBeVisible()
  for (const name of ['Documentación', 'Datos Bancarios', 'Preguntas frecuentes'])
    await expect(page.getByRole('link', { name })).toBeVisible()
  await page
    .getByLabel('Archivo de tu foto')
    .setInputFiles(await takePhoto(page, { name: 'Paloma', width: 1200, height: 900, orientation: 6 }))
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('img', { name: 'La foto que elegiste' })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Guardar foto' }).tap()
  await expect(page.getByText('Tu foto se guardó.')).toBeVisible()
  const pictureImage = page.locator('img[src*="/auth/picture/"]')
  const width = () => pictureImage.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(512)
  await expectAccessible(page)
  await page.goto('/quincena/app/home')
  await expect.poll(width).toBe(512)
  await page.goto('/quincena/app/profile')
  await page.getByRole('button', { name: 'Quitar' }).tap()
  await sheet.getByRole('button', { name: 'Quitar' }).tap()
  await expect(page.getByText('Tu foto se quitó.')).toBeVisible()
  await expect(pictureImage).toHaveCount(0)

  await page.getByRole('link', { name: 'Datos personales' }).tap()
  const save = page.getByRole('button', { name: 'Guardar cambios' })
  await expect(save).toBeDisabled()
  await expect(page.getByRole('tabpanel', { name: 'PERFIL' }).getByText('Pídelo a tu empresa')).toBeVisible()
  const phoneField = page.getByLabel('Teléfono')
  await phoneField.fill('55')
  await page.getByRole('tab', { name: 'DOMICILIO' }).tap()
  await expect(page).toHaveURL(/tab=domicilio/)
  await page.getByLabel('Código postal').fill('644')
  await page.getByLabel('Código postal').blur()
  await expect(page.getByText('El código postal debe tener 5 dígitos')).toBeVisible()
  await page.getByLabel('Código postal').fill('64000')
  await page.getByLabel('Estado').selectOption('Jalisco')
  await save.tap()
  await expect(page).toHaveURL(/tab=perfil/)
  await expect(page.getByText('El número debe tener exactamente 10 dígitos')).toBeVisible()
  await expect(phoneField).toBeFocused()
  await phoneField.fill('55 1234 5678')
  await expect(phoneField).toHaveValue('5512345678')
  await page.getByLabel('Correo electrónico').fill(`nuevo-${email}`)
  await save.tap()
  await expect(page.getByText('Escribe tu contraseña para cambiar tu correo.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Contraseña actual').fill('no-es-esta')
  await save.tap()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await page.getByRole('button', { name: 'Regresar' }).tap()
  await page.getByRole('button', { name: 'Seguir editando' }).tap()
  await page.getByLabel('Contraseña actual').fill(workerPassword)
  await save.tap()
  await expect(page.getByText('Tus datos se guardaron.')).toBeVisible()
  await expect(save).toBeDisabled()
  const { json } = await call(`/auth/user/${id}`, { token })
  expect(json).toMatchObject({
    ...{ phone: '5512345678', email: `nuevo-${email}`, zip_code: '64000', state: 'Jalisco' },
  })
  await page.getByRole('tab', { name: 'LABORAL' }).tap()
  await expect(page.getByText('Sueldo quincenal')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/quincena/app/profile')
  await expect(page.getByRole('heading', { name: 'Confirma tu correo' })).toBeVisible() // the changed one
  await page.getByRole('button', { name: 'Más tarde' }).tap()
  await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).tap()
  await expect(page).toHaveURL(/\/app\/login$/)
  await expect.poll(async () => (await call('/auth/user', { token })).status).toBe(401)
})

test('§2 Bank data: four required fields, one account; the password reveals, changes and deletes it [E2.60 E2.61 E5.10 E9.15]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of (404|422)/)
  const { token, id } = await makeWorker('Irene', { hasDocuments: false })
  const page = await openWorkerApp(token, small)
  await page.goto('/quincena/app/bank-staff')
  const { json: before } = await call(`/auth/user/${id}`, { token })
  await expect(page.getByText(before.debit_card_number.slice(-4))).toBeVisible()
  await page.getByRole('button', { name: 'Mostrar CLABE' }).tap()
  const shown = before.debit_card_number.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, '$1 $2 $3 $4')
  await expect(page.getByText(shown)).toBeVisible()
  await page.getByRole('button', { name: 'Ocultar CLABE' }).tap()
  await expect(page.getByText(shown)).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Eliminar cuenta bancaria' }).tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Eliminar' }).tap()
  await expect(sheet.getByText('Escribe tu contraseña.')).toBeVisible()
  await sheet.getByLabel('Contraseña actual').fill(workerPassword)
  await sheet.getByRole('button', { name: 'Eliminar' }).tap()
  await expect(page.getByText('Tu cuenta se eliminó.')).toBeVisible()

  const save = page.getByRole('button', { name: 'Guardar' })
  await page.getByLabel('Titular').fill('')
  await save.tap()
  for (const text of [
    'La CLABE lleva 18 números.',
    'El número de tarjeta debe contener exactamente 16 dígitos',
    'El nombre del titular es obligatorio',
  ])
    await expect(page.locator('p').filter({ hasText: text })).toBeVisible()
  await expect(page.getByLabel('CLABE')).toBeFocused()
  await expectAccessible(page)
  const clabe = clabeOf('012', String(Date.now()).slice(-11))
  await page.getByLabel('CLABE').fill(clabe)
  await expect(page.getByLabel('Banco')).toHaveValue('BBVA')
  await page.getByLabel('Número de tarjeta').fill('4152 3134 1234 5678')
  await page.getByLabel('Titular').fill('Irene Prueba')
  await save.tap()
  await sheet.getByLabel('Contraseña actual').fill(workerPassword)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Confirmar' }).tap()
  await expect(page.getByText('Tus datos bancarios se guardaron.')).toBeVisible()
  await expect(page.getByText('•••• 5678')).toBeVisible()
  await page.goto('/quincena/app/notifications-user')
  await expect(page.getByText('Cambió la cuenta donde recibes tu dinero')).toBeVisible()
  await expect(page.getByText('Se eliminó la cuenta donde recibes tu dinero')).toBeVisible()
})
