import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const wrong = [
  ['Correo electrónico', 'laura', 'Correo no válido'],
  ['Contraseña', 'abc', 'Mínimo 8 caracteres'],
  ['Repetir contraseña', 'abcd', 'Las contraseñas no coinciden'],
] as const

test('§5 Registration: an admin registers a manager, who signs in [B2.12 B5.2 B5.3 B5.4 B5.5 B7.6]', async ({
  openStaffApp,
}) => {
  const email = `laura.${Date.now()}@quincena.mx`
  const desk = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  await desk.goto('/quincena/registro')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Registrarse' }).click()
  for (const text of [
    'Correo obligatorio',
    'Contraseña obligatoria',
    'Nombre obligatorio',
    'Apellido obligatorio',
  ])
    await expect(desk.getByText(text)).toBeVisible()
  for (const [label, value, text] of wrong) {
    await field(desk, label).fill(value)
    await field(desk, label).blur()
    await expect(desk.getByText(text)).toBeVisible()
  }
  await expectAccessible(desk)
  const right = { Nombre: 'Laura', Apellido: 'Ríos', 'Correo electrónico': email }
  for (const [label, value] of Object.entries(right)) await field(desk, label).fill(value)
  for (const label of ['Contraseña', 'Repetir contraseña']) await field(desk, label).fill('Bastante-2026')
  await desk.getByRole('button', { name: 'Registrarse' }).click()
  await expect(desk.getByText('El usuario ha sido registrado correctamente.')).toBeVisible()
  await expect(desk).toHaveURL(/\/quincena\/$/)

  const door = await openStaffApp()
  await door.goto('/quincena/auth/inicio-de-sesion')
  await door.getByLabel('Correo electrónico').fill(email)
  await door.getByRole('textbox', { name: 'Contraseña' }).fill('Bastante-2026')
  await door.getByRole('button', { name: 'Ingresar' }).click()
  await expect(door.getByText('¡Bienvenido, Laura!')).toBeVisible()
})

test('§5 Registration: refuses managers; Regresar al dashboard returns to the dashboard [B2.12]', async ({
  openStaffApp,
}) => {
  const desk = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await desk.goto('/quincena/registro')
  await expect(desk.getByText('Solo un administrador puede registrar personal.')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Regresar al dashboard' }).click()
  await expect(desk).toHaveURL(/\/quincena\/$/)
})
