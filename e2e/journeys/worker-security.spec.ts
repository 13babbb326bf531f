import type { Page } from '@playwright/test'
import { codeOf } from '../support/authenticator.ts'
import { expectAccessible } from '../support/axe.ts'
import { call, workerPassword } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const small = { viewport: { width: 360, height: 740 }, permissions: ['clipboard-read', 'clipboard-write'] }

async function typeLogin(page: Page, email: string) {
  await page.goto('/quincena/app/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(workerPassword)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('Contraseña').press('Enter')
}

test('§2 Security: two-factor sign-in from QR code to recovery code; sessions, history and switches [E2.50]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 401/, /status of 422/)
  const { token, email } = await makeWorker('Leticia', { hasDocuments: false })
  const page = await openWorkerApp(token, small)
  await page.goto('/quincena/app/security')
  const twoSteps = page.getByRole('switch', { name: 'Verificación en dos pasos' })
  for (const name of [
    'Historial de inicios de sesión',
    'Notificaciones de actividad sospechosa',
    'Verificación de dispositivos',
  ])
    await expect(page.getByRole('switch', { name })).toBeChecked()
  await expect(twoSteps).not.toBeChecked()

  const rowOf = (hasText: string) => page.locator('label').filter({ hasText })
  await rowOf('Verificación en dos pasos').tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Copiar la clave' }).tap()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  const field = sheet.getByLabel('Código de verificación')
  await sheet.getByLabel('Contraseña actual').fill(workerPassword)
  await field.fill('000000')
  await field.press('Enter')
  await expect(sheet.getByText('El código no es correcto o ya venció.')).toBeVisible()
  await field.fill(codeOf(secret))
  await sheet.getByRole('button', { name: 'Activar' }).tap()
  const shown = sheet.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allTextContents()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Cerrar' }).tap()
  await expect(sheet.getByText('Guárdalos antes de cerrar: no los volverás a ver.')).toBeVisible()
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: 'Listo' }).tap()
  await expect(twoSteps).toBeChecked()
  await expect(page.getByText('Activa. Te quedan 10 códigos de recuperación.')).toBeVisible()

  const other = await openWorkerApp(undefined, small)
  await typeLogin(other, email)
  await expect(other.getByLabel('Código de verificación')).toBeFocused()
  await expectAccessible(other)
  await other.getByLabel('Código de verificación').fill(codeOf(secret, 1))
  await other.getByRole('button', { name: 'Regresar' }).tap()
  await expect(other.getByLabel('Correo electrónico')).toHaveValue(email)
  await other.getByRole('button', { name: 'Iniciar sesión' }).tap()
  await other.getByRole('button', { name: 'Usar un código de recuperación' }).tap()
  await other.getByLabel('Código de recuperación').fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Iniciar sesión' }).tap()
  await expect(other).toHaveURL(/\/app\/home$/)

  await page.reload()
  await expect(page.getByText('Activa. Te quedan 9 códigos de recuperación.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver historial' }).tap()
  await expect(page.getByText('Inicio de sesión', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await rowOf('Historial de inicios de sesión').tap()
  await expect(page.getByRole('heading', { name: 'Historial de inicios de sesión' })).toHaveCount(0)
  await page.getByRole('button', { name: /Cerrar sesión en Chrome/ }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).tap()
  await expect(page.getByText('Sesión cerrada.')).toBeVisible()
  await other.getByRole('link', { name: 'Solicitudes' }).tap()
  await expect(other).toHaveURL(/\/app\/login$/)

  await page.goto('/quincena/app/notifications-user')
  await expect(page.getByText('Inicio de sesión en un dispositivo nuevo').first()).toBeVisible()
})

test('§2 Change password: shows strength, rules and errors at the field; ends the other sessions [E2.49 E2.62 E8.20]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 422/)
  const { token, email } = await makeWorker('Norma', { hasDocuments: false })
  const second = await call('/auth/login', { method: 'POST', body: { email, password: workerPassword } })
  const page = await openWorkerApp(token, small)
  await page.goto('/quincena/app/security')
  await page.getByRole('link', { name: 'Cambiar contraseña' }).tap()
  const send = page.getByRole('button', { name: 'Cambiar contraseña' })
  await send.tap()
  for (const text of [
    'La contraseña actual no puede estar vacía.',
    'La nueva contraseña no puede estar vacía.',
    'La confirmación de la nueva contraseña no puede estar vacía.',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  const [current, next, again] = ['Contraseña actual', 'Nueva contraseña', 'Confirma la contraseña'].map(
    (label) => page.getByLabel(label, { exact: true }),
  )
  if (current === undefined || next === undefined || again === undefined) throw new Error('three fields')
  await current.fill('no-es-esta')
  for (const [password, strength] of [
    ['12345', 'Débil'],
    ['123456', 'Moderada'],
    ['Segura-2027', 'Fuerte'],
  ] as const) {
    await next.fill(password)
    await expect(page.getByText(`Seguridad: ${strength}`)).toBeVisible()
  }
  await again.fill('Segura-2028')
  await send.tap()
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible()
  await again.fill('Segura-2027')
  await expectAccessible(page)
  await send.tap()
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await expect(next).toHaveValue('Segura-2027')
  await current.fill(workerPassword)
  await send.tap()
  await expect(page.getByText('Contraseña cambiada exitosamente.')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/security$/)
  expect((await call('/auth/user', { token: second.json.token })).status).toBe(401)
  const body = { email, password: 'Segura-2027' }
  expect((await call('/auth/login', { method: 'POST', body })).status).toBe(200)
})

test('§2 Login: consents, fields, Enter and show; the server stores consents once with version and instant [E2.12 E2.13 E2.14]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 401/)
  const { email } = await makeWorker('Rocío', { hasDocuments: false })
  const page = await openWorkerApp(undefined, small)
  await page.goto('/quincena/app/login')
  await page.getByRole('button', { name: 'Iniciar sesión' }).tap()
  await expect(page.getByText('Debes aceptar los términos y condiciones')).toBeVisible()
  await expect(page.getByText('Debes aceptar el aviso de privacidad')).toBeVisible()
  await expect(page.getByText('Formulario inválido')).toBeVisible()
  await page.getByRole('button', { name: 'aviso de privacidad' }).tap()
  await expect(page.getByRole('dialog').getByRole('heading', { name: /^1\./ })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).tap()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  const password = page.getByLabel('Contraseña')
  await page.getByLabel('Correo electrónico').fill(email)
  await password.fill('no-es-esta')
  await page.getByRole('button', { name: 'Mostrar u ocultar lo escrito' }).tap()
  await expect(password).toHaveAttribute('type', 'text')
  await password.press('Enter')
  await expect(page.getByText('No se pudo iniciar sesión con esas credenciales.')).toBeVisible()
  await expect(password).toHaveValue('no-es-esta')
  await password.fill(workerPassword)
  const loginResponse = page.waitForResponse(/\/auth\/login$/)
  await password.press('Enter')
  const { consents } = await (await loginResponse).json()
  for (const document of ['terms', 'privacy'])
    expect(consents).toContainEqual({
      document,
      version: expect.any(String),
      accepted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  await expect(page).toHaveURL(/\/app\/home$/)
  await page.evaluate(() => localStorage.removeItem('quincena.session'))
  await page.goto('/quincena/app/login')
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
