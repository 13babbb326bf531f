import { approveByHttp } from '../support/acts.ts'
import { drawWithFinger } from '../support/draw.ts'
import { call, demoPassword, signInByHttp } from '../support/http.ts'
import { loseAnswer, slowNetwork } from '../support/network.ts'
import { confirmRequest, goOn, shareLocation, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('§4 Acceptance flow: on slow 4G a new worker requests, signs while the network fails, and is paid once [E1.1 E4.9 E7.7]', async ({
  openWorkerApp,
  allowed,
}) => {
  allowed.push(/Failed to load resource/)
  const worker = await makeWorker('Rocío', { isNew: true })
  const phone = await openWorkerApp(undefined, { viewport: { width: 360, height: 740 } })
  const network = await slowNetwork(phone)

  await test.step('she signs in and sees the onboarding', async () => {
    await phone.goto('/quincena/app/login')
    await phone.getByLabel('Correo electrónico').fill(worker.email)
    await phone.getByLabel('Contraseña').fill(demoPassword)
    await phone.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).tap()
    await phone.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }).tap()
    await phone.getByRole('button', { name: 'Iniciar sesión' }).tap()
    await phone.getByRole('button', { name: 'Saltar' }).tap()
    await expect(phone.getByRole('heading', { name: 'Hola, Rocío' })).toBeVisible()
  })

  const asked = await loseAnswer(phone, '**/api/loan/')
  await test.step('the answer to her request is lost, and the request exists once', async () => {
    await phone.getByRole('link', { name: 'Solicitar crédito' }).tap()
    await typeAmount(phone, '6000')
    await phone.getByRole('radio', { name: '6 meses' }).check({ force: true })
    await confirmRequest(phone, '¿Solicitar este crédito?')
    await expect(phone).toHaveURL(/\/app\/new-credit-request\/\d+$/)
    await expect(phone.getByText('En análisis').first()).toBeVisible()
    expect(asked.calls).toBe(2)
    const { json } = await call('/loan', { token: worker.token })
    expect(json.count).toBe(1)
  })
  const id = Number(phone.url().split('/').at(-1))

  await test.step('the approval appears without a reload; she reads and signs', async () => {
    await approveByHttp(id)
    await phone.getByRole('button', { name: 'Revisar y firmar mi crédito' }).tap()
    await phone.getByRole('button', { name: 'Aceptar', exact: true }).tap()
    await shareLocation(phone)
    await phone.getByRole('button', { name: 'Firmar', exact: true }).tap()
    await drawWithFinger(phone, phone.getByRole('img', { name: /firma/ }))
    await goOn(phone)
  })

  await loseAnswer(phone, '**/accept', network.cut)
  await test.step('the network fails while the signature is sent: the app says that it is sent only once', async () => {
    await phone.getByRole('button', { name: 'Terminar' }).tap()
    await expect(phone.getByRole('heading', { name: 'Enviando tu dinero…' })).toBeVisible()
    await expect(phone.getByText(/el dinero se envía una sola vez/)).toBeVisible({ timeout: 20_000 })
    await expect(phone.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible()
  })

  await test.step('when the network returns, the app opens the paid screen, and the money was sent once', async () => {
    await network.restore()
    await expect(phone).toHaveURL(new RegExp(`/app/credit-request-approved/${id}$`), { timeout: 20_000 })
    await expect(phone.getByText('Tu dinero ya está en tu cuenta.')).toBeVisible({ timeout: 20_000 })
    await phone.goto(`/quincena/app/credit-detail/${id}`)
    await expect(phone.getByText('Te falta por pagar')).toBeVisible()
    const { token } = await signInByHttp('gerente@demo.quincena.mx')
    const folio = `C-${String(id).padStart(6, '0')}`
    const orders = await call(`/stp?loan__folio=${folio}`, { token })
    expect(orders.json.count).toBe(1)
  })
})
