import { approveByHttp, askByHttp } from '../support/acts.ts'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('an offer cannot be signed without a location, and a worker can decline it [E1.1 E4.5 E4.10 E8.7 E8.9]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Verónica')
  const { id, folio } = await askByHttp(worker.token, { type: 'credit', amount: 9000, period: 9 })
  await approveByHttp(id)
  const phone = await openWorkerApp(worker.token, { permissions: [] })

  await test.step('the home screen shows the offer', async () => {
    await phone.goto('/quincena/app/home')
    await phone.getByRole('link', { name: 'Revisar y firmar' }).tap()
    await expect(phone.getByText('Tu crédito está aprobado. ¿Lo aceptas?')).toBeVisible()
  })

  await test.step('without the location permission the contract is not shown', async () => {
    await phone.getByRole('button', { name: 'Aceptar', exact: true }).tap()
    const sheet = phone.getByRole('dialog', { name: 'Permiso de ubicación' })
    await sheet.getByRole('button', { name: 'Cancelar' }).tap()
    await expect(
      phone.getByText('Cancelaste la autorización de ubicación. No puedes continuar con el proceso.'),
    ).toBeVisible()
    await phone.getByRole('button', { name: 'Aceptar', exact: true }).tap()
    await sheet.getByRole('button', { name: 'Aceptar y compartir ubicación' }).tap()
    const dialog = phone.getByRole('dialog', { name: 'Ubicación no disponible' })
    await expect(dialog).toContainText('No pudimos obtener tu ubicación.')
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(phone.getByRole('heading', { name: 'Tu contrato' })).toHaveCount(0)
  })

  await test.step('the worker declines the offer', async () => {
    await phone.getByRole('button', { name: 'Rechazar' }).tap()
    const sheet = phone.getByRole('dialog', { name: '¿Rechazar este crédito?' })
    await expect(sheet).toBeVisible()
    await expectAccessible(phone)
    await sheet.getByRole('button', { name: 'Rechazar' }).tap()
    await expect(phone.getByText('Solicitud rechazada correctamente')).toBeVisible()
    await expect(phone).toHaveURL(/\/app\/requests\?filter=creditos$/)
    await expectAccessible(phone)
    await phone.getByRole('link', { name: new RegExp(folio) }).tap()
    await expect(phone.getByText('Decidiste no tomar este crédito')).toBeVisible()
  })

  await test.step('the staff app shows it as final', async () => {
    const desk = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
    await desk.goto(`/quincena/detalle-credito/${id}`)
    await expect(desk.getByText(folio).first()).toBeVisible()
    await expect(desk.getByRole('tab', { name: 'Pagos' })).toBeVisible()
    for (const name of ['Aprobar', 'Rechazar', 'Nuevo pago'])
      await expect(desk.getByRole('button', { name })).toHaveCount(0)
  })
})
