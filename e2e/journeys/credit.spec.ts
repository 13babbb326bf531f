import { expectAccessible } from '../support/axe.ts'
import { demoPassword, signInByHttp } from '../support/http.ts'
import { confirmRequest, registerPayment, signOffer, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test('a worker and a manager take a credit from request to completed [B4.9 B4.10 B4.12 E2.29 E2.36 E4.1 E4.7 E8.9]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const phone = await openWorkerApp()

  await test.step('Ana signs in with both consents', async () => {
    await phone.goto('/quincena/app/login')
    await phone.getByLabel('Correo electrónico').fill('ana@demo.quincena.mx')
    await phone.getByLabel('Contraseña').fill(demoPassword)
    await phone.getByRole('button', { name: 'Iniciar sesión' }).tap()
    await expect(phone.getByText('Debes aceptar los términos y condiciones')).toBeVisible()
    await expect(phone.getByText('Debes aceptar el aviso de privacidad')).toBeVisible()
    await phone.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).tap()
    await phone.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }).tap()
    await phone.getByLabel('Contraseña').press('Enter')
    await expect(phone.getByText('¡Bienvenido, Ana!')).toBeVisible()
    await expect(phone).toHaveURL(/\/app\/home$/)
  })

  await test.step('she requests 10,000 pesos for 12 months and sees the request in analysis', async () => {
    await phone.getByRole('link', { name: 'Solicitar crédito' }).tap()
    await typeAmount(phone, '10000')
    await phone.getByRole('radio', { name: '12 meses' }).check({ force: true })
    await expect(phone.getByText('$916.80').first()).toBeVisible()
    await expect(phone.getByText('$11,001.61').first()).toBeVisible()
    await expect(phone.getByText('19.6 %').first()).toBeVisible()
    await expectAccessible(phone)
    await confirmRequest(phone, '¿Solicitar este crédito?')
    await expect(phone.getByText('Crédito registrado exitosamente')).toBeVisible()
    await expect(phone).toHaveURL(/\/app\/new-credit-request\/\d+$/)
    await expect(phone.getByText('En análisis').first()).toBeVisible()
    await expectAccessible(phone)
  })
  const id = Number(phone.url().split('/').at(-1))

  const desk = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  await test.step('the manager finds and approves it', async () => {
    await desk.goto('/quincena/')
    await expect(desk.getByText('Ana Torres Mendoza').first()).toBeVisible()
    await desk.goto(`/quincena/detalle-credito/${id}`)
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Aprobar' }).click()
    await desk
      .getByRole('dialog', { name: '¿Aprobar solicitud?' })
      .getByRole('button', { name: 'Aprobar' })
      .click()
    await expect(desk.getByText('Solicitud aprobada')).toBeVisible()
  })

  await test.step('her screen updates without a reload; she reads, signs and is paid', async () => {
    await expect(phone.getByRole('button', { name: 'Revisar y firmar mi crédito' })).toBeVisible()
    await phone.getByRole('button', { name: 'Revisar y firmar mi crédito' }).tap()
    await signOffer(phone, { contract: 'Contrato_Credito', accessible: true })
    await expect(phone).toHaveURL(new RegExp(`/app/credit-request-approved/${id}$`))
  })

  await test.step('staff register payments until the amount due is 0', async () => {
    await desk.getByRole('tab', { name: 'Pagos' }).click()
    await expect(desk.getByText('$11,001.61').first()).toBeVisible()
    for (let number = 1; number <= 12; number += 1) await registerPayment(desk)
    await expect(
      desk.getByText('La deuda ha sido saldada. No es necesario realizar más pagos.'),
    ).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Nuevo pago' })).toHaveCount(0)
    await expectAccessible(desk)
  })

  await test.step('she sees that the credit is completed', async () => {
    await phone.goto(`/quincena/app/credit-detail/${id}`)
    await expect(phone.getByText('Completada').first()).toBeVisible()
    await expect(phone.getByText('Terminaste de pagar este crédito')).toBeVisible()
    await expectAccessible(phone)
  })
})
