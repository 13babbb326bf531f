import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('§2 FAQ, Help and support: search, phone and mail links, and feedback that staff read [E2.63 E2.64]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Ofelia')
  const phone = await openWorkerApp(worker.token)
  await phone.goto('/quincena/app/faq')
  await phone.getByLabel('Busca en las preguntas').pressSequentially('cedula')
  await expect(phone.getByRole('status')).toHaveText(['1 pregunta'])
  await expect(phone.getByText('Cédula', { exact: true })).toBeInViewport()
  await expectAccessible(phone)
  await phone.keyboard.press('Escape')
  await phone.keyboard.type('hipoteca')
  await expect(phone.getByRole('status').first()).toHaveText('Ninguna pregunta')
  await expectAccessible(phone)
  await phone.getByRole('link', { name: 'Ir a ayuda y soporte' }).tap()
  await expect(phone.getByRole('link', { name: /Llámanos/ })).toHaveAttribute('href', /^tel:\d+$/)
  await expect(phone.getByRole('link', { name: /Escríbenos/ })).toHaveAttribute('href', /^mailto:.+@/)
  await phone.getByRole('button', { name: 'Enviar' }).tap()
  await expect(phone.getByRole('alert').filter({ hasText: 'Elige cómo te ha ido.' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByText('Bien', { exact: true }).tap()
  await phone.getByLabel('Cuéntanos más (opcional)').fill('Todo claro desde el inicio.')
  await phone.getByRole('button', { name: 'Enviar' }).tap()
  await expect(phone.getByText('¡Gracias! Leemos cada opinión.')).toBeVisible()

  const desk = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await desk.goto('/quincena/opiniones?level=high')
  await expect(desk.getByRole('row', { name: /Ofelia/ })).toContainText('Todo claro desde el inicio.')
})

test('§2 Privacy: a data request gets a folio and a due date, an admin answers, and the worker reads it [E2.65]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Rufina')
  const phone = await openWorkerApp(worker.token)
  await phone.goto('/quincena/app/privacy')
  await expect(phone.getByText(/^Versión .+, vigente desde el/)).toBeVisible()
  await phone.getByRole('button', { name: 'Ejercer un derecho' }).tap()
  const sheet = phone.getByRole('dialog', { name: 'Tus derechos ARCO' })
  await sheet.getByRole('button', { name: 'Enviar solicitud' }).tap()
  await expect(sheet.getByText('Elige el derecho que quieres ejercer.')).toBeVisible()
  await expect(sheet.getByText('Cuéntanos qué datos y qué necesitas.')).toBeVisible()
  await sheet.getByLabel('Derecho').selectOption('Rectificación')
  await sheet.getByLabel('Qué datos y qué necesitas').fill('Mi colonia está mal escrita.')
  await expectAccessible(phone)
  await sheet.getByRole('button', { name: 'Enviar solicitud' }).tap()
  const request = phone.getByRole('list', { name: 'Tus solicitudes' }).getByRole('listitem')
  await expect(request).toContainText(/Te respondemos a más tardar el \d+ de/)

  const desk = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  await desk.goto('/quincena/privacidad')
  await desk.getByRole('row', { name: /Rufina/ }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('Mi colonia está mal escrita.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(dialog.getByText('Escribe la respuesta.')).toBeVisible()
  await dialog.getByLabel('Respuesta').fill('Quedó corregida.')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(desk.getByText('La respuesta fue enviada.')).toBeVisible()
  await expect(desk.getByRole('row', { name: /Rufina/ })).toBeHidden()

  await phone.reload()
  await expect(request).toContainText('Respuesta: Quedó corregida.')
})
