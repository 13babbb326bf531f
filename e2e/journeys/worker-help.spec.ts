import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('§2 FAQ, Help and support: search, phone and mail links, and feedback that staff read [E2.63 E2.64]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Ofelia')
  const workerPage = await openWorkerApp(worker.token)
  await workerPage.goto('/quincena/app/faq')
  await workerPage.getByLabel('Busca en las preguntas').pressSequentially('cedula')
  await expect(workerPage.getByRole('status')).toHaveText(['1 pregunta'])
  await expect(workerPage.getByText('Cédula', { exact: true })).toBeInViewport()
  await expectAccessible(workerPage)
  await workerPage.keyboard.press('Escape')
  await workerPage.keyboard.type('hipoteca')
  await expect(workerPage.getByRole('status').first()).toHaveText('Ninguna pregunta')
  await expectAccessible(workerPage)
  await workerPage.getByRole('link', { name: 'Ir a ayuda y soporte' }).tap()
  await expect(workerPage.getByRole('link', { name: /Llámanos/ })).toHaveAttribute('href', /^tel:\d+$/)
  await expect(workerPage.getByRole('link', { name: /Escríbenos/ })).toHaveAttribute('href', /^mailto:.+@/)
  await workerPage.getByRole('button', { name: 'Enviar' }).tap()
  await expect(workerPage.getByRole('alert').filter({ hasText: 'Elige cómo te ha ido.' })).toBeVisible()
  await expectAccessible(workerPage)
  await workerPage.getByText('Bien', { exact: true }).tap()
  await workerPage.getByLabel('Cuéntanos más (opcional)').fill('Todo claro desde el inicio.')
  await workerPage.getByRole('button', { name: 'Enviar' }).tap()
  await expect(workerPage.getByText('¡Gracias! Leemos cada opinión.')).toBeVisible()

  const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await staffPage.goto('/quincena/opiniones?level=high')
  await expect(staffPage.getByRole('row', { name: /Ofelia/ })).toContainText('Todo claro desde el inicio.')
})

test('§2 Privacy: a data request gets a folio and a due date, an admin answers, and the worker reads it [E2.65]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Rufina')
  const workerPage = await openWorkerApp(worker.token)
  await workerPage.goto('/quincena/app/privacy')
  await expect(workerPage.getByText(/^Versión .+, vigente desde el/)).toBeVisible()
  await workerPage.getByRole('button', { name: 'Ejercer un derecho' }).tap()
  const sheet = workerPage.getByRole('dialog', { name: 'Tus derechos ARCO' })
  await sheet.getByRole('button', { name: 'Enviar solicitud' }).tap()
  await expect(sheet.getByText('Elige el derecho que quieres ejercer.')).toBeVisible()
  await expect(sheet.getByText('Cuéntanos qué datos y qué necesitas.')).toBeVisible()
  await sheet.getByLabel('Derecho').selectOption('Rectificación')
  await sheet.getByLabel('Qué datos y qué necesitas').fill('Mi colonia está mal escrita.')
  await expectAccessible(workerPage)
  await sheet.getByRole('button', { name: 'Enviar solicitud' }).tap()
  const request = workerPage.getByRole('list', { name: 'Tus solicitudes' }).getByRole('listitem')
  await expect(request).toContainText(/Te respondemos a más tardar el \d+ de/)

  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  await staffPage.goto('/quincena/privacidad')
  await staffPage.getByRole('row', { name: /Rufina/ }).click()
  const dialog = staffPage.getByRole('dialog')
  await expect(dialog.getByText('Mi colonia está mal escrita.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(dialog.getByText('Escribe la respuesta.')).toBeVisible()
  await dialog.getByLabel('Respuesta').fill('Quedó corregida.')
  await expectAccessible(staffPage)
  await dialog.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(staffPage.getByText('La respuesta fue enviada.')).toBeVisible()
  await expect(staffPage.getByRole('row', { name: /Rufina/ })).toBeHidden()

  await workerPage.reload()
  await expect(request).toContainText('Respuesta: Quedó corregida.')
})
