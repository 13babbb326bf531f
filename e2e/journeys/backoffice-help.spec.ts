import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'

test('§2 Help: the search ignores accents, a link opens a question, and the answer links to its screen [B2.42]', async ({
  openStaffApp,
}) => {
  const desk = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await desk.goto('/quincena/')
  await desk.getByRole('link', { name: 'Ayuda' }).click()
  await expect(desk.getByRole('heading', { name: 'Ayuda', level: 1 })).toBeVisible()
  await expectAccessible(desk)

  const search = desk.getByRole('searchbox', { name: 'Buscar en la ayuda' })
  await search.fill('LIQUIDACION anticipada')
  await expect(desk.getByText('2 preguntas', { exact: true })).toBeVisible()
  await desk.getByRole('button', { name: '¿Cómo liquida un trabajador antes de tiempo?' }).press('Enter')
  await expect(desk).toHaveURL(/pregunta=liquidar/)
  await expect(desk.getByText('Pulsa Registrar liquidación.')).toBeVisible()
  await expectAccessible(desk)

  await search.fill('xyzzy')
  await expect(desk.getByText('No encontramos «xyzzy»')).toBeVisible()
  await expect(desk.locator('a[href^="mailto:"]').first()).toBeVisible()
  await expectAccessible(desk)

  await desk.goto('/quincena/faq?pregunta=nueva-empresa')
  await expect(desk.getByText('En Empresas pulsa NUEVA EMPRESA.')).toBeInViewport()
  await desk.getByRole('link', { name: 'Ir a Empresas' }).click()
  await expect(desk.getByRole('heading', { name: 'Empresas', level: 1 })).toBeVisible()
})
