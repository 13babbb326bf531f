import { signInByHttp } from '../support/http.ts'
import { confirmRequest, registerPayment, signOffer, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('an advance is an offer without a decision; one payment completes it [B4.9 E2.25 E2.30 E2.36 E4.2 E4.4 E5.2]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Lucía')
  const workerPage = await openWorkerApp(worker.token)

  await test.step('the worker requests an advance and signs it at once', async () => {
    await workerPage.goto('/quincena/app/home')
    await workerPage.getByRole('link', { name: 'Solicitar anticipo' }).tap()
    await typeAmount(workerPage, '90000')
    await expect(workerPage.getByText('Lo más que puedes pedir es $4,250.00')).toBeVisible()
    await typeAmount(workerPage, '1500')
    await expect(workerPage.getByText('$1,650.00').first()).toBeVisible()
    await confirmRequest(workerPage, '¿Solicitar este anticipo?')
    await expect(workerPage.getByText('Anticipo solicitado exitosamente')).toBeVisible()
    await workerPage.getByRole('button', { name: 'Revisar y firmar mi anticipo' }).tap()
    await expect(workerPage.getByText(/^Puedes aceptarlo hasta el [^.]+\.$/)).toBeVisible()
    await signOffer(workerPage, { contract: 'Contrato_Anticipo' })
    await expect(workerPage).toHaveURL(/\/app\/advance-request-approved\/\d+$/)
  })
  const id = Number(workerPage.url().split('/').at(-1))

  await test.step('a second advance is refused while the first is active', async () => {
    await workerPage.goto('/quincena/app/new-advance')
    await expect(
      workerPage.getByText('No puedes solicitar un nuevo anticipo porque ya tienes uno vigente.'),
    ).toBeVisible()
    await workerPage.goto('/quincena/app/products')
    await expect(workerPage.getByRole('link', { name: /Anticipo/ })).toBeVisible()
  })

  await test.step('staff register the single payment', async () => {
    const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
    await staffPage.goto(`/quincena/detalle-anticipo/${id}?tab=pagos`)
    await expect(staffPage.getByText('$1,650.00').first()).toBeVisible()
    await registerPayment(staffPage)
    await expect(
      staffPage.getByText('La deuda ha sido saldada. No es necesario realizar más pagos.'),
    ).toBeVisible()
    await expect(staffPage.getByRole('button', { name: 'Nuevo pago' })).toHaveCount(0)
  })

  await test.step('the worker sees that the advance is paid', async () => {
    await workerPage.goto(`/quincena/app/anticipation-detail/${id}`)
    await expect(workerPage.getByText('Terminaste de pagar este anticipo')).toBeVisible()
  })
})
