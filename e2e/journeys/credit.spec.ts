import { expectAccessible } from '../support/axe.ts'
import { approveOnScreen } from '../support/decisions.ts'
import { demoPassword, signInByHttp } from '../support/http.ts'
import { confirmRequest, registerPayment, signOffer, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('a worker and a manager take a credit from request to completed [B4.9 B4.10 B4.12 E2.29 E2.36 E4.1 E4.7 E8.9]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const workerPage = await openWorkerApp()

  await test.step('Ana signs in with both consents', async () => {
    await workerPage.goto('/quincena/app/login')
    await workerPage.getByLabel('Correo electrónico').fill('ana@demo.quincena.mx')
    await workerPage.getByLabel('Contraseña').fill(demoPassword)
    await workerPage.getByRole('button', { name: 'Iniciar sesión' }).tap()
    await expect(workerPage.getByText('Debes aceptar los términos y condiciones')).toBeVisible()
    await expect(workerPage.getByText('Debes aceptar el aviso de privacidad')).toBeVisible()
    await workerPage.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).tap()
    await workerPage.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }).tap()
    await workerPage.getByLabel('Contraseña').press('Enter')
    await expect(workerPage).toHaveURL(/\/app\/home$/)
  })

  await test.step('she requests 10,000 pesos for 12 months and sees the request in analysis', async () => {
    await workerPage.getByRole('link', { name: 'Solicitar crédito' }).tap()
    await typeAmount(workerPage, '10000')
    await workerPage.getByRole('radio', { name: '12 meses' }).check({ force: true })
    await expect(workerPage.getByText('$916.80').first()).toBeVisible()
    await expect(workerPage.getByText('$11,001.61').first()).toBeVisible()
    await expect(workerPage.getByText('19.6 %').first()).toBeVisible()
    await expectAccessible(workerPage)
    await confirmRequest(workerPage, '¿Solicitar este crédito?')
    await expect(workerPage.getByText('Crédito registrado exitosamente')).toBeVisible()
    await expect(workerPage).toHaveURL(/\/app\/new-credit-request\/\d+$/)
    await expect(workerPage.getByText('En análisis').first()).toBeVisible()
    await expectAccessible(workerPage)
  })
  const id = Number(workerPage.url().split('/').at(-1))

  const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await test.step('the manager finds and approves it', async () => {
    await staffPage.goto('/quincena/')
    await expect(staffPage.getByText('Ana Torres Mendoza').first()).toBeVisible()
    await staffPage.goto(`/quincena/detalle-credito/${id}`)
    await expectAccessible(staffPage)
    await approveOnScreen(staffPage)
    await expect(staffPage.getByText('Solicitud aprobada')).toBeVisible()
  })

  await test.step('her screen updates without a reload; she reads, signs and is paid', async () => {
    await expect(workerPage.getByRole('button', { name: 'Revisar y firmar mi crédito' })).toBeVisible()
    await workerPage.getByRole('button', { name: 'Revisar y firmar mi crédito' }).tap()
    await signOffer(workerPage, { contract: 'Contrato_Credito', accessible: true })
    await expect(workerPage).toHaveURL(new RegExp(`/app/credit-request-approved/${id}$`))
  })

  await test.step('staff register payments until the amount due is 0', async () => {
    await staffPage.getByRole('tab', { name: 'Pagos' }).click()
    await expect(staffPage.getByText('$11,001.61').first()).toBeVisible()
    await registerPayment(staffPage)
    await expect(staffPage.getByText('$10,084.81').first()).toBeVisible()
    await registerPayment(staffPage, '9083.20')
    await expect(
      staffPage.getByText('La deuda ha sido saldada. No es necesario realizar más pagos.'),
    ).toBeVisible()
    await expect(staffPage.getByRole('button', { name: 'Nuevo pago' })).toHaveCount(0)
    await expectAccessible(staffPage)
  })

  await test.step('she sees that the credit is completed', async () => {
    await workerPage.goto(`/quincena/app/credit-detail/${id}`)
    await expect(workerPage.getByText('Completada').first()).toBeVisible()
    await expect(workerPage.getByText('Terminaste de pagar este crédito')).toBeVisible()
    await expectAccessible(workerPage)
  })
})
