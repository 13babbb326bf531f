import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

test('§2 Help: the search ignores accents, a link opens a question, and the answer links to its screen [B2.42]', async ({
  openStaffApp,
}) => {
  const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await staffPage.goto('/quincena/')
  await staffPage.getByRole('link', { name: 'Ayuda' }).click()
  await expect(staffPage.getByRole('heading', { name: 'Ayuda', level: 1 })).toBeVisible()
  await expectAccessible(staffPage)

  const search = staffPage.getByRole('searchbox', { name: 'Buscar en la ayuda' })
  await search.fill('LIQUIDACION anticipada')
  await expect(staffPage.getByText('1 pregunta', { exact: true })).toBeVisible()
  await staffPage.getByRole('button', { name: '¿Cómo liquida un trabajador antes de tiempo?' }).press('Enter')
  await expect(staffPage).toHaveURL(/pregunta=liquidar/)
  await expect(staffPage.getByText('Pulsa Registrar liquidación.')).toBeVisible()
  await expectAccessible(staffPage)

  await search.fill('xyzzy')
  await expect(staffPage.getByText('No encontramos «xyzzy»')).toBeVisible()
  await expect(staffPage.locator('a[href^="mailto:"]').first()).toBeVisible()
  await expectAccessible(staffPage)

  await staffPage.goto('/quincena/faq?pregunta=nueva-empresa')
  await expect(staffPage.getByText('En Empresas pulsa NUEVA EMPRESA.')).toBeInViewport()
  await staffPage.getByRole('link', { name: 'Ir a Empresas' }).click()
  await expect(staffPage.getByRole('heading', { name: 'Empresas', level: 1 })).toBeVisible()
})
