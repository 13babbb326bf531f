import { drawWithFinger } from '../support/draw.ts'
import { call, signInByHttp, workerPassword } from '../support/http.ts'
import { approveByHttp } from '../support/loan-commands.ts'
import { dropFirstAnswer, slowDownNetwork } from '../support/network.ts'
import { confirmRequest, continueToConfirm, shareLocation, typeAmount } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('§4 Acceptance flow: on slow 4G a new worker requests, signs while the network fails, and is paid once [E1.1 E4.9 E7.7]', async ({
  openWorkerApp,
  allowedMessages,
}) => {
  allowedMessages.push(/Failed to load resource/)
  const worker = await makeWorker('Rocío', { isNew: true })
  const workerPage = await openWorkerApp(undefined, { viewport: { width: 360, height: 740 } })
  const network = await slowDownNetwork(workerPage)

  await test.step('she signs in and sees the onboarding', async () => {
    await workerPage.goto('/quincena/app/login')
    await workerPage.getByLabel('Correo electrónico').fill(worker.email)
    await workerPage.getByLabel('Contraseña').fill(workerPassword)
    // Nobody accepts a version that is not on the screen yet.
    await expect(workerPage.getByText(/versión \d.*, del/)).toHaveCount(2)
    await workerPage.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }).tap()
    await workerPage.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' }).tap()
    await workerPage.getByRole('button', { name: 'Iniciar sesión' }).tap()
    await workerPage.getByRole('button', { name: 'Saltar' }).tap()
    await expect(workerPage.getByRole('heading', { name: 'Hola, Rocío' })).toBeVisible()
  })

  const counter = await dropFirstAnswer(workerPage, '**/api/loan/')
  await test.step('the answer to her request is lost, and the request exists once', async () => {
    await workerPage.getByRole('link', { name: 'Solicitar crédito' }).tap()
    await typeAmount(workerPage, '6000')
    await workerPage.getByRole('radio', { name: '6 meses' }).check({ force: true })
    await confirmRequest(workerPage, '¿Solicitar este crédito?')
    await expect(workerPage).toHaveURL(/\/app\/new-credit-request\/\d+$/)
    await expect(workerPage.getByText('En análisis').first()).toBeVisible()
    expect(counter.calls).toBe(2)
    const { json } = await call('/loan', { token: worker.token })
    expect(json.count).toBe(1)
  })
  const id = Number(workerPage.url().split('/').at(-1))

  await test.step('the approval appears without a reload; she reads and signs', async () => {
    await approveByHttp(id)
    await workerPage.getByRole('button', { name: 'Revisar y firmar mi crédito' }).tap()
    await workerPage.getByRole('button', { name: 'Aceptar', exact: true }).tap()
    await shareLocation(workerPage)
    await workerPage.getByRole('button', { name: 'Firmar', exact: true }).tap()
    await drawWithFinger(workerPage, workerPage.getByRole('img', { name: /firma/ }))
    await continueToConfirm(workerPage)
  })

  await dropFirstAnswer(workerPage, '**/accept', network.goOffline)
  await test.step('the network fails while the signature is sent: the app says that it is sent only once', async () => {
    await workerPage.getByRole('button', { name: 'Terminar' }).tap()
    await expect(workerPage.getByRole('heading', { name: 'Enviando tu firma…' })).toBeVisible()
    await expect(workerPage.getByText(/el dinero se envía una sola vez/)).toBeVisible({ timeout: 20_000 })
    await expect(workerPage.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible()
  })

  await test.step('when the network returns, the app opens the paid screen, and the money was sent once', async () => {
    await network.goOnline()
    await expect(workerPage).toHaveURL(new RegExp(`/app/credit-request-approved/${id}$`), { timeout: 20_000 })
    await expect(workerPage.getByText('Tu dinero ya está en tu cuenta.')).toBeVisible({ timeout: 20_000 })
    await workerPage.goto(`/quincena/app/credit-detail/${id}`)
    await expect(workerPage.getByText('Te falta por pagar')).toBeVisible()
    const { token } = await signInByHttp('gerente@demo.quincena.mx')
    const folio = `C-${String(id).padStart(6, '0')}`
    const orders = await call(`/stp?loan__folio=${folio}`, { token })
    expect(orders.json.count).toBe(1)
  })
})
