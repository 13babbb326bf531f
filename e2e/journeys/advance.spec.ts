import { signInByHttp } from '../support/http.ts'
import { confirmRequest, registerPayment, signOffer, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('an advance is an offer without a decision; one payment completes it [B4.9 E2.25 E2.30 E2.36 E4.2 E4.4 E5.2]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Lucía')
  const phone = await openWorkerApp(worker.token)

  await test.step('the worker requests an advance and signs it at once', async () => {
    await phone.goto('/quincena/app/home')
    await phone.getByRole('link', { name: 'Solicitar anticipo' }).tap()
    await typeAmount(phone, '90000')
    await expect(phone.getByText('Lo más que puedes pedir es $4,250.00')).toBeVisible()
    await typeAmount(phone, '1500')
    await expect(phone.getByText('$1,650.00').first()).toBeVisible()
    await confirmRequest(phone, '¿Solicitar este anticipo?')
    await expect(phone.getByText('Anticipo solicitado exitosamente')).toBeVisible()
    await phone.getByRole('button', { name: 'Revisar y firmar mi anticipo' }).tap()
    await expect(phone.getByText(/^Puedes aceptarlo hasta el [^.]+\.$/)).toBeVisible()
    await signOffer(phone, { contract: 'Contrato_Anticipo' })
    await expect(phone).toHaveURL(/\/app\/advance-request-approved\/\d+$/)
  })
  const id = Number(phone.url().split('/').at(-1))

  await test.step('a second advance is refused while the first is active', async () => {
    await phone.goto('/quincena/app/new-advance')
    await expect(
      phone.getByText('No puedes solicitar un nuevo anticipo porque ya tienes uno vigente.'),
    ).toBeVisible()
    await phone.goto('/quincena/app/products')
    await expect(phone.getByRole('link', { name: /Anticipo/ })).toBeVisible()
  })

  await test.step('staff register the single payment', async () => {
    const desk = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
    await desk.goto(`/quincena/detalle-anticipo/${id}?tab=pagos`)
    await expect(desk.getByText('$1,650.00').first()).toBeVisible()
    await registerPayment(desk)
    await expect(
      desk.getByText('La deuda ha sido saldada. No es necesario realizar más pagos.'),
    ).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Nuevo pago' })).toHaveCount(0)
  })

  await test.step('the worker sees that the advance is paid', async () => {
    await phone.goto(`/quincena/app/anticipation-detail/${id}`)
    await expect(phone.getByText('Terminaste de pagar este anticipo')).toBeVisible()
  })
})
