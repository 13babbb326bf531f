import { askByHttp } from '../support/acts.ts'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const reason = 'El comprobante de domicilio no corresponde a tu dirección.'

test('a worker reads why a request was rejected, and staff can approve it later [B4.6 B4.7 B4.8 B7.27 B8.41 E2.27 E2.31]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Mariana')
  const { id, folio } = await askByHttp(worker.token, { type: 'credit', amount: 6000, period: 6 })
  const phone = await openWorkerApp(worker.token)
  const desk = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)

  await test.step('the worker sees the request in analysis', async () => {
    await phone.goto('/quincena/app/requests')
    await phone.getByRole('button', { name: new RegExp(folio) }).tap()
    await expect(phone.getByRole('tooltip')).toHaveText('Esta solicitud se encuentra en análisis.')
  })

  await test.step('the manager finds it by folio and rejects it with a reason', async () => {
    await desk.goto('/quincena/creditos')
    await desk.getByRole('searchbox', { name: 'Escribe tu búsqueda' }).fill(folio)
    await expect(desk).toHaveURL(new RegExp(`search=${folio}`))
    await expect(desk.getByRole('row')).toHaveCount(2)
    await expectAccessible(desk)
    await desk.getByRole('row').last().click()
    await desk.getByRole('button', { name: 'Rechazar' }).click()
    const dialog = desk.getByRole('dialog', { name: '¿Rechazar solicitud?' })
    await dialog.getByRole('textbox').fill(reason)
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await expect(desk.getByText('Solicitud rechazada', { exact: true })).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Rechazar' })).toHaveCount(0)
  })

  await test.step('the worker reads the reason on the loan and in a notification', async () => {
    await phone.getByRole('link', { name: new RegExp(folio) }).tap()
    await expect(phone).toHaveURL(new RegExp(`/app/rejected-detail/${id}$`))
    await expect(phone.getByText(reason)).toBeVisible()
    await expect(phone.getByRole('link', { name: /^Llamar al / })).toBeVisible()
    await expectAccessible(phone)
    await phone.goto('/quincena/app/notifications-user')
    await expect(phone.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step('the manager approves it', async () => {
    await desk.getByRole('button', { name: 'Aprobar' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
    await expect(desk.getByText('Solicitud aprobada')).toBeVisible()
    await phone.goto(`/quincena/app/credit-detail/${id}`)
    await expect(phone.getByRole('button', { name: 'Aceptar', exact: true })).toBeVisible()
  })
})
