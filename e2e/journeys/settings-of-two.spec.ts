import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'

const tokenOf = async (name: string) => (await signInByHttp(`${name}@demo.quincena.mx`)).token

// Both change the same setting.
test.describe.configure({ mode: 'serial' })

test('two admins change what protects money: one asks, the other reads and approves', async ({
  openStaffApp,
}) => {
  const first = await openStaffApp(await tokenOf('admin'))
  await first.goto('/quincena/configuracion/prestamos')
  const input = first.getByLabel('Al día en total')
  const before = await input.inputValue()
  const after = before === '5,000,000.00' ? '5,000,001.00' : '5,000,000.00'
  await expect(first.getByText(/otro administrador autoriza cada cambio/).first()).toBeVisible()
  await input.fill(after)
  await first.getByRole('button', { name: 'Guardar límites' }).click()
  await expect(first.getByText(/^Espera a que otro administrador/)).toBeVisible()
  await expect(first.getByText(/^Pediste un cambio/)).toBeVisible()
  await expect(input).toHaveValue(before)
  await expectAccessible(first)
  await shoot(first, 'settings-waiting')

  await first.getByRole('link', { name: 'Ver el cambio' }).click()
  await expect(first.getByRole('dialog', { name: 'Autorización' })).toContainText('La pediste tú')

  const second = await openStaffApp(await tokenOf('direccion'))
  await second.goto('/quincena/configuracion/prestamos')
  await expect(second.getByText(/Adriana Villarreal Luna pidió un cambio/)).toBeVisible()
  await second.getByRole('link', { name: 'Ver el cambio' }).click()
  const dialog = second.getByRole('dialog', { name: 'Autorización' })
  await expect(dialog).toContainText(`$${before}`)
  await expect(dialog).toContainText(`$${after}`)
  await shoot(second, 'settings-decide')
  await dialog.getByRole('button', { name: 'Autorizar' }).click()
  await dialog.getByRole('button', { name: 'Sí, autorizar' }).click()
  await expect(dialog.getByText('Autorizada', { exact: true }).first()).toBeVisible()

  await first.goto('/quincena/configuracion/prestamos')
  await expect(first.getByLabel('Al día en total')).toHaveValue(after)
  await expect(first.getByText(/^Pediste un cambio/)).toBeHidden()
})

test('an admin gives a company its own limit and takes it away, each time with another one', async ({
  openStaffApp,
}) => {
  const [first, second] = [
    await openStaffApp(await tokenOf('admin')),
    await openStaffApp(await tokenOf('direccion')),
  ]
  const authorize = async () => {
    await second.goto('/quincena/configuracion/prestamos')
    await second.getByRole('link', { name: 'Ver el cambio' }).click()
    const dialog = second.getByRole('dialog', { name: 'Autorización' })
    await dialog.getByRole('button', { name: 'Autorizar' }).click()
    await dialog.getByRole('button', { name: 'Sí, autorizar' }).click()
    await expect(dialog.getByText('Autorizada', { exact: true }).first()).toBeVisible()
  }
  await first.goto('/quincena/configuracion/prestamos')
  const form = first.getByRole('form', { name: 'Límite de una empresa' })
  await form.getByRole('combobox', { name: 'Empresa' }).click()
  await first.getByRole('option', { name: 'Maquilas del Norte' }).click()
  await form.getByLabel('Límite por solicitud').fill('49,000')
  await form.getByRole('button', { name: 'Guardar límite' }).click()
  await expect(first.getByText(/^Pediste un cambio/)).toBeVisible()
  await authorize()
  await first.goto('/quincena/configuracion/prestamos')
  const list = first.getByRole('list', { name: 'Empresas con su propio límite' })
  await expect(list).toContainText('Maquilas del Norte$49,000.00')
  await expectAccessible(first)
  await shoot(first, 'settings-company-limit')
  await list.getByRole('button', { name: 'Quitar el límite de Maquilas del Norte' }).click()
  await first.getByRole('button', { name: 'Quitar límite' }).click()
  await expect(first.getByText(/^Pediste un cambio/)).toBeVisible()
  await authorize()
  await first.goto('/quincena/configuracion/prestamos')
  await expect(first.getByText('Ninguna: cuenta el límite por solicitud de todas.')).toBeVisible()
})
