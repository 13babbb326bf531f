import { expectAccessible } from '../support/axe.ts'
import { demoPassword } from '../support/http.ts'
import { addPasskeyDevice, localUrl } from '../support/passkeys.ts'
import { expect, test } from '../support/test.ts'

test('§Security passkeys: staff add one, sign in with it alone and remove it', async ({
  openStaffApp,
  allowedMessages,
}) => {
  allowedMessages.push(/status of 422/)
  const page = await openStaffApp()
  await addPasskeyDevice(page)
  await page.goto(localUrl('/auth/inicio-de-sesion'))
  await page.getByLabel('Correo electrónico').fill('gerente@demo.quincena.mx')
  await page.getByLabel('Contraseña').fill(demoPassword)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText(/^¡Bienvenid/)).toBeVisible()

  const openKeys = async () => {
    await page.getByRole('button', { name: /tu cuenta/ }).click()
    await page.getByRole('menuitem', { name: 'Llaves de acceso' }).click()
  }
  await openKeys()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await dialog.getByLabel('Nombre de la llave').fill('Laptop de Gerardo')
  await dialog.getByLabel('Contraseña actual').fill('no-es-esta')
  await dialog.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await expect(dialog.getByText('La contraseña actual no es correcta.').first()).toBeVisible()
  await expect(dialog.getByLabel('Nombre de la llave')).toHaveValue('Laptop de Gerardo')
  await dialog.getByLabel('Contraseña actual').fill(demoPassword)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog.getByText('Laptop de Gerardo')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cerrar ventana' }).click()

  await page.getByRole('button', { name: /tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible()
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await expect(page.getByText(/^¡Bienvenid/)).toBeVisible()

  await openKeys()
  await dialog.getByRole('button', { name: 'Quitar Laptop de Gerardo' }).click()
  await dialog.getByLabel('Contraseña actual').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(dialog.getByText(/^Aún no tienes/)).toBeVisible()
})
