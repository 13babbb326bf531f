import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

test('a manager finds a late loan, registers a contact and sees it in the loan’s activity', async ({
  openStaffApp,
}) => {
  const page = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await page.goto('/quincena/')
  await page.getByRole('link', { name: 'Cobranza' }).click()
  await expect(page.getByRole('heading', { name: 'Cobranza' })).toBeVisible()
  // The first chip with days late that the demo has.
  await page
    .getByText(/^(1 a 7|8 a 30|31 a 60) días · /)
    .first()
    .click()
  await expect(page).toHaveURL(/age=late_/)
  const row = page.getByRole('table', { name: 'Cobranza' }).locator('tbody tr').first()
  const folio = await row.getByRole('link').first().innerText()
  await row.getByRole('button', { name: /Acciones/ }).click()
  await page.getByRole('menuitem', { name: 'Registrar contacto' }).click()

  const dialog = page.getByRole('dialog', { name: `Registrar contacto · ${folio}` })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Registrar contacto' }).click()
  await expect(dialog.getByText('Elige cómo fue el contacto')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Cómo fue' }).click()
  await page.getByRole('option', { name: 'Empresa' }).click()
  const text = `La empresa paga el viernes (${Date.now()})`
  await dialog.getByRole('textbox', { name: 'Qué pasó' }).fill(text)
  await dialog.getByRole('textbox', { name: 'Qué sigue (opcional)' }).fill('Revisar el pago')
  await dialog.getByRole('textbox', { name: 'Cuándo (opcional)' }).fill('31/12/2099')
  await dialog.getByRole('button', { name: 'Registrar contacto' }).click()
  await expect(row.getByText(text)).toBeVisible()
  await expect(row.getByText('Revisar el pago')).toBeVisible()

  await row.getByRole('link').first().click()
  const entry = page.getByRole('list', { name: 'Actividad' }).getByRole('listitem').first()
  await expect(entry).toContainText('Registró un contacto · Empresa')
  await expect(entry).toContainText(text)
  await expect(entry).toContainText('Sigue: Revisar el pago · 31/12/2099')
  await expectAccessible(page)
})
