import { expectAccessible } from '../support/axe.ts'
import { findSmallTargets } from '../support/fit.ts'
import { signInByHttp } from '../support/http.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'
import { acceptTextsByAll } from '../support/texts.ts'
import { makeWorker } from '../support/workers.ts'

const tokenOf = async (name: string) => (await signInByHttp(`${name}@demo.quincena.mx`)).token
const added = 'Guardamos tus datos cinco años más.'

test.afterAll(acceptTextsByAll)

test('a new privacy notice: an admin writes it, a second one approves, the worker sees what changed and accepts', async ({
  openStaffApp,
  openWorkerApp,
}) => {
  const worker = await makeWorker('Fabiola', { hasDocuments: false })
  const first = await openStaffApp(await tokenOf('admin'))
  await first.goto('/quincena/configuracion/textos')
  await first.getByRole('row', { name: /Aviso de privacidad/ }).click()
  const versions = first.getByRole('table', { name: 'Versiones' })
  const former = (await versions.getByRole('row').nth(1).getByRole('cell').first().textContent()) ?? ''
  await first.getByRole('link', { name: 'Escribir una versión' }).click()
  const paragraph = first.getByRole('textbox', { name: 'Párrafo 1' }).first()
  const before = await paragraph.inputValue()
  await paragraph.fill(`${before} {nadie}`)
  await expect(first.getByText('No existe el campo «{nadie}».')).toBeVisible()
  await expectAccessible(first)
  await paragraph.fill(`${before} ${added}`)
  await first.getByLabel('Qué cambia').fill('Guardamos tus datos más tiempo.')
  await expect(first.getByRole('region', { name: 'Vista previa' })).toContainText(added)
  await first.getByRole('button', { name: 'Guardar borrador' }).click()
  await expect(first.getByText('Todo está guardado.')).toBeVisible()
  await first.getByRole('button', { name: 'Publicar…' }).click()
  const publish = first.getByRole('dialog', { name: 'Publicar: Aviso de privacidad' })
  await expect(publish.locator('ins')).toContainText([added.split(' ')[0] ?? added])
  await expectAccessible(first)
  await shoot(first, 'text-publish')
  const version = await publish.getByLabel('Versión').inputValue()
  await publish.getByRole('button', { name: 'Pedir autorización' }).click()
  await expect(first.getByText(/^Pediste publicar el borrador/)).toBeVisible()

  const second = await openStaffApp(await tokenOf('direccion'))
  await second.goto('/quincena/configuracion/textos/privacy')
  await second.getByRole('link', { name: 'Ver la autorización' }).click()
  const dialog = second.getByRole('dialog', { name: 'Autorización' })
  await expect(dialog.getByRole('region', { name: 'Texto por publicar' })).toContainText('cinco años más')
  await expectAccessible(second)
  await shoot(second, 'text-approve')
  await dialog.getByRole('button', { name: 'Autorizar' }).click()
  await dialog.getByRole('button', { name: 'Sí, autorizar' }).click()
  await expect(dialog.getByText('Autorizada', { exact: true }).first()).toBeVisible()

  const page = await openWorkerApp(worker.token)
  await page.goto('/quincena/app/home')
  const sheet = page.getByRole('dialog', { name: 'Antes de seguir' })
  await expect(sheet.getByText('Guardamos tus datos más tiempo.')).toBeVisible()
  await expect(sheet.locator('ins')).toContainText([/cinco años más/])
  await expectAccessible(page)
  await shoot(page, 'text-consent')
  await sheet.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }).tap()
  await sheet.getByRole('button', { name: 'Aceptar y continuar' }).tap()
  await expect(sheet).toBeHidden()

  await page.goto('/quincena/app/consents')
  const list = page.getByRole('list', { name: 'Lo que aceptaste' })
  await expect(list.getByRole('button', { name: `Aviso de privacidad, versión ${version}` })).toBeVisible()
  await shoot(page, 'text-consents')
  await page.goto('/quincena/app/privacy')
  await expect(page.getByText(added, { exact: false })).toBeVisible()
  const formerLink = page.getByRole('link', { name: `Versión ${former}`, exact: true })
  await expect(formerLink).toBeVisible()
  expect(await findSmallTargets(page)).toEqual([])
  await formerLink.tap()
  await expect(page.getByText(/ya no está vigente/)).toBeVisible()
  await expect(page.getByText(added, { exact: false })).toHaveCount(0)
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await shoot(page, 'text-former')
})
