import { expectAccessible } from '../support/axe.ts'
import { drawWithFinger } from '../support/draw.ts'
import { signInByHttp } from '../support/http.ts'
import { approveByHttp, pausePayouts, requestLoanByHttp } from '../support/loan-commands.ts'
import { makeOrderInReview } from '../support/payout-problems.ts'
import { continueToConfirm, shareLocation } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('an admin compares an order in review with STP’s record and resolves it', async ({ openStaffApp }) => {
  test.setTimeout(240_000)
  const worker = await makeWorker('Olga')
  const loan = await makeOrderInReview(worker.token)
  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)

  await test.step('the dashboard and the menu link to it', async () => {
    await staffPage.goto('/quincena/')
    await staffPage.getByRole('link', { name: /en revisión/ }).click()
    await expect(staffPage.getByRole('radio', { name: /^Por revisar · / })).toBeChecked()
    await expect(
      staffPage.getByText('STP la reporta devuelta y el préstamo ya tiene pagos.').first(),
    ).toBeVisible()
    await expect(staffPage.getByRole('link', { name: /Órdenes STP.*por revisar/ })).toBeVisible()
    await expectAccessible(staffPage)
  })

  await test.step('a query shows STP’s record beside ours', async () => {
    await staffPage.getByText(loan.tracking_key).click()
    const dialog = staffPage.getByRole('dialog', { name: 'Detalle de la orden STP' })
    await dialog.getByRole('button', { name: 'Preguntar a STP' }).click()
    const state = dialog.getByRole('row', { name: /^Estado/ })
    await expect(state.getByText('Devuelta')).toBeVisible()
    await expect(state.getByText('Liquidada')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Mensajes de STP' }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(staffPage)
  })

  await test.step('disabled outcomes show their reason; each outcome shows its consequence', async () => {
    await staffPage.getByRole('button', { name: 'Resolver' }).click()
    const dialog = staffPage.getByRole('dialog', { name: '¿Qué pasó con el dinero?' })
    await expect(dialog.getByLabel('Se devolvió')).toBeDisabled()
    await expect(dialog.getByText('No se puede porque ya tiene pagos registrados.')).toBeVisible()
    await dialog.getByLabel('Se depositó').check()
    await expect(dialog.getByText(/El préstamo queda vigente y el trabajador lo debe/)).toBeVisible()
    await dialog.getByLabel('Motivo').fill('El banco confirma el depósito por teléfono.')
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Confirmar: se depositó' }).click()
    await expect(staffPage.getByText('La orden quedó resuelta.')).toBeVisible()
    const order = staffPage.getByRole('dialog', { name: 'Detalle de la orden STP' })
    await expect(order.getByText(/se depositó: El banco confirma/)).toBeVisible()
    await expect(order.getByRole('button', { name: 'Resolver' })).toHaveCount(0)
  })
})

const reason = 'STP avisó de un mantenimiento.'

test('an acceptance during a pause of payouts waits and succeeds after it', async ({
  openWorkerApp,
  openStaffApp,
  allowedMessages,
}) => {
  test.setTimeout(240_000)
  allowedMessages.push(/503/)
  const worker = await makeWorker('Alma')
  const { id } = await requestLoanByHttp(worker.token, { type: 'credit', amount: 4000, period: 6 })
  await approveByHttp(id)
  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const workerPage = await openWorkerApp(worker.token)
  try {
    await test.step('an admin pauses payouts with a reason', async () => {
      await staffPage.goto('/quincena/stp')
      await staffPage.getByRole('button', { name: 'Pausar envíos' }).click()
      const dialog = staffPage.getByRole('dialog', { name: '¿Pausar todos los envíos?' })
      await dialog.getByLabel('Motivo').fill(reason)
      await expectAccessible(staffPage)
      await dialog.getByRole('button', { name: 'Pausar envíos' }).click()
      await expect(staffPage.getByText(/Los envíos de dinero están en pausa/)).toBeVisible()
      await expect(staffPage.getByText(`«${reason}»`)).toBeVisible()
      await expectAccessible(staffPage)
    })

    await test.step('the worker signs, reads that the payout waits, and keeps the signature', async () => {
      await workerPage.goto(`/quincena/app/credit-detail/${id}`)
      await workerPage.getByRole('button', { name: 'Aceptar', exact: true }).tap()
      await shareLocation(workerPage)
      await workerPage.getByRole('button', { name: 'Firmar', exact: true }).tap()
      await drawWithFinger(workerPage, workerPage.getByRole('img', { name: /firma/ }))
      await continueToConfirm(workerPage)
      await workerPage.getByRole('button', { name: 'Terminar' }).tap()
      await expect(
        workerPage.getByText('Los envíos de dinero están en pausa. Intenta de nuevo más tarde.'),
      ).toBeVisible()
      await expect(workerPage.getByRole('img', { name: 'Tu firma' })).toBeVisible()
      await expectAccessible(workerPage)
    })

    await test.step('the loan’s screen shows the pause; an admin resumes payouts', async () => {
      await staffPage.goto(`/quincena/detalle-credito/${id}`)
      await expect(staffPage.getByText(/nadie puede aceptar ni recibir dinero/)).toBeVisible()
      await staffPage.goto('/quincena/stp')
      await staffPage.getByRole('button', { name: 'Reanudar envíos' }).click()
      await staffPage
        .getByRole('dialog', { name: '¿Reanudar los envíos?' })
        .getByRole('button', { name: 'Reanudar' })
        .click()
      await expect(staffPage.getByText(/Los envíos de dinero están en pausa/)).toHaveCount(0)
    })

    await test.step('the same signature is accepted', async () => {
      await workerPage.getByRole('button', { name: 'Intentar de nuevo' }).tap()
      await expect(workerPage.getByText('El dinero ha sido enviado.')).toBeVisible({ timeout: 20_000 })
    })
  } finally {
    await pausePayouts(false)
  }
})
