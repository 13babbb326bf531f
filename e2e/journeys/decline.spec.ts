import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { approveByHttp, requestLoanByHttp } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('an offer cannot be signed without a location, and a worker can decline it [E1.1 E4.5 E4.10 E8.7 E8.9]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Verónica')
  const { id, folio } = await requestLoanByHttp(worker.token, { type: 'credit', amount: 9000, period: 9 })
  await approveByHttp(id)
  const workerPage = await openWorkerApp(worker.token, { permissions: [] })

  await test.step('the home screen shows the offer', async () => {
    await workerPage.goto('/quincena/app/home')
    await workerPage.getByRole('link', { name: 'Revisar y firmar' }).tap()
    await expect(workerPage.getByText('Tu crédito está aprobado. ¿Lo aceptas?')).toBeVisible()
  })

  await test.step('without the location permission the contract is not shown', async () => {
    await workerPage.getByRole('button', { name: 'Aceptar', exact: true }).tap()
    const sheet = workerPage.getByRole('dialog', { name: 'Permiso de ubicación' })
    await sheet.getByRole('button', { name: 'Cancelar' }).tap()
    await expect(
      workerPage.getByText('Cancelaste la autorización de ubicación. No puedes continuar con el proceso.'),
    ).toBeVisible()
    await workerPage.getByRole('button', { name: 'Aceptar', exact: true }).tap()
    await sheet.getByRole('button', { name: 'Aceptar y compartir ubicación' }).tap()
    const dialog = workerPage.getByRole('dialog', { name: 'Ubicación no disponible' })
    await expect(dialog).toContainText('No pudimos obtener tu ubicación.')
    await dialog.getByRole('button', { name: 'Cerrar' }).tap()
    await expect(workerPage.getByRole('heading', { name: 'Tu contrato' })).toHaveCount(0)
  })

  await test.step('the worker declines the offer', async () => {
    await workerPage.getByRole('button', { name: 'Rechazar' }).tap()
    const sheet = workerPage.getByRole('dialog', { name: '¿Rechazar este crédito?' })
    await expect(sheet).toBeVisible()
    await expectAccessible(workerPage)
    await sheet.getByRole('button', { name: 'Rechazar' }).tap()
    await expect(workerPage.getByText('Solicitud rechazada correctamente')).toBeVisible()
    await expect(workerPage).toHaveURL(/\/app\/requests\?filter=creditos$/)
    await expectAccessible(workerPage)
    await workerPage.getByRole('link', { name: new RegExp(folio) }).tap()
    await expect(workerPage.getByText('Decidiste no tomar este crédito')).toBeVisible()
  })

  await test.step('the staff app shows it as final', async () => {
    const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
    await staffPage.goto(`/quincena/detalle-credito/${id}`)
    await expect(staffPage.getByText(folio).first()).toBeVisible()
    await expect(staffPage.getByRole('tab', { name: 'Pagos' })).toBeVisible()
    for (const name of ['Aprobar', 'Rechazar', 'Nuevo pago'])
      await expect(staffPage.getByRole('button', { name })).toHaveCount(0)
  })
})
