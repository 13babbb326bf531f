import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const wrongValues = [
  ['Correo electrónico', 'laura', 'Correo no válido'],
  ['Contraseña', 'abc', 'Mínimo 12 caracteres'],
  ['Repetir contraseña', 'abcd', 'Las contraseñas no coinciden'],
] as const

test('§5 Registration: an admin registers a manager, who signs in [B2.12 B5.2 B5.3 B5.4 B5.5 B7.6]', async ({
  openStaffApp,
}) => {
  const email = `laura.${Date.now()}@quincena.mx`
  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  await staffPage.goto('/quincena/registro')
  await expectAccessible(staffPage)
  await staffPage.getByRole('button', { name: 'Registrarse' }).click()
  for (const text of [
    'Correo obligatorio',
    'Contraseña obligatoria',
    'Nombre obligatorio',
    'Apellido obligatorio',
  ])
    await expect(staffPage.getByText(text)).toBeVisible()
  for (const [label, value, text] of wrongValues) {
    await field(staffPage, label).fill(value)
    await field(staffPage, label).blur()
    await expect(staffPage.getByText(text)).toBeVisible()
  }
  await expectAccessible(staffPage)
  const right = { Nombre: 'Laura', Apellido: 'Ríos', 'Correo electrónico': email }
  for (const [label, value] of Object.entries(right)) await field(staffPage, label).fill(value)
  for (const label of ['Contraseña', 'Repetir contraseña'])
    await field(staffPage, label).fill('Bastante-Lejos-58')
  await staffPage.getByRole('button', { name: 'Registrarse' }).click()
  await expect(staffPage.getByText('El usuario ha sido registrado correctamente.')).toBeVisible()
  await expect(staffPage).toHaveURL(/\/quincena\/$/)

  const loginPage = await openStaffApp()
  await loginPage.goto('/quincena/auth/inicio-de-sesion')
  await loginPage.getByLabel('Correo electrónico').fill(email)
  await loginPage.getByRole('textbox', { name: 'Contraseña' }).fill('Bastante-Lejos-58')
  await loginPage.getByRole('button', { name: 'Ingresar' }).click()
  await test.step('the typed password is temporary', async () => {
    await expect(loginPage.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
    await expectAccessible(loginPage)
    await shoot(loginPage, 'staff-password-gate')
    await loginPage.getByLabel('Contraseña actual').fill('Bastante-Lejos-58')
    for (const label of ['Nueva contraseña', 'Confirma la contraseña'])
      await loginPage.getByLabel(label).fill('Otra-Mañana-Clara-7')
    await loginPage.getByRole('button', { name: 'Guardar contraseña' }).click()
  })
  await expect(loginPage.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('§5 Registration: refuses managers; Regresar al dashboard returns to the dashboard [B2.12]', async ({
  openStaffApp,
}) => {
  const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await staffPage.goto('/quincena/registro')
  await expect(staffPage.getByText('Solo un administrador puede registrar personal.')).toBeVisible()
  await expectAccessible(staffPage)
  await staffPage.getByRole('button', { name: 'Regresar al dashboard' }).click()
  await expect(staffPage).toHaveURL(/\/quincena\/$/)
})
