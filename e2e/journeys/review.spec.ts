import { approveByHttp, askByHttp, pausePayouts } from '../support/acts.ts'
import { expectAccessible } from '../support/axe.ts'
import { drawWithFinger } from '../support/draw.ts'
import { signInByHttp } from '../support/http.ts'
import { goOn, shareLocation } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { makeDoubtful } from '../support/trouble.ts'
import { makeWorker } from '../support/workers.ts'

test('an admin compares an order in review with STP’s record and resolves it', async ({ openStaffApp }) => {
  test.setTimeout(240_000)
  const worker = await makeWorker('Olga')
  const loan = await makeDoubtful(worker.token)
  const desk = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)

  await test.step('the dashboard and the menu link to it', async () => {
    await desk.goto('/quincena/')
    await desk.getByRole('link', { name: /en revisión/ }).click()
    await expect(desk.getByRole('radio', { name: /^Por revisar · / })).toBeChecked()
    await expect(
      desk.getByText('STP la reporta devuelta y el préstamo ya tiene pagos.').first(),
    ).toBeVisible()
    await expect(desk.getByRole('link', { name: /Órdenes STP.*por revisar/ })).toBeVisible()
    await expectAccessible(desk)
  })

  await test.step('a query shows STP’s record beside ours', async () => {
    await desk.getByText(loan.tracking_key).click()
    const dialog = desk.getByRole('dialog', { name: 'Detalle de la orden STP' })
    await dialog.getByRole('button', { name: 'Preguntar a STP' }).click()
    const state = dialog.getByRole('row', { name: /^Estado/ })
    await expect(state.getByText('Devuelta')).toBeVisible()
    await expect(state.getByText('Liquidada')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Mensajes de STP' }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(desk)
  })

  await test.step('disabled outcomes show their reason; each outcome shows its consequence', async () => {
    await desk.getByRole('button', { name: 'Resolver' }).click()
    const dialog = desk.getByRole('dialog', { name: '¿Qué pasó con el dinero?' })
    await expect(dialog.getByLabel('Se devolvió')).toBeDisabled()
    await expect(dialog.getByText('No se puede porque ya tiene pagos registrados.')).toBeVisible()
    await dialog.getByLabel('Se depositó').check()
    await expect(dialog.getByText(/El préstamo queda vigente y el trabajador lo debe/)).toBeVisible()
    await dialog.getByLabel('Motivo').fill('El banco confirma el depósito por teléfono.')
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Confirmar: se depositó' }).click()
    await expect(desk.getByText('La orden quedó resuelta.')).toBeVisible()
    const order = desk.getByRole('dialog', { name: 'Detalle de la orden STP' })
    await expect(order.getByText(/se depositó: El banco confirma/)).toBeVisible()
    await expect(order.getByRole('button', { name: 'Resolver' })).toHaveCount(0)
  })
})

const reason = 'STP avisó de un mantenimiento.'

test('an acceptance during a pause of payouts waits and succeeds after it', async ({
  openWorkerApp,
  openStaffApp,
  allowed,
}) => {
  test.setTimeout(240_000)
  allowed.push(/503/)
  const worker = await makeWorker('Alma')
  const { id } = await askByHttp(worker.token, { type: 'credit', amount: 4000, period: 6 })
  await approveByHttp(id)
  const desk = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const phone = await openWorkerApp(worker.token)
  try {
    await test.step('an admin pauses payouts with a reason', async () => {
      await desk.goto('/quincena/stp')
      await desk.getByRole('button', { name: 'Pausar envíos' }).click()
      const dialog = desk.getByRole('dialog', { name: '¿Pausar todos los envíos?' })
      await dialog.getByLabel('Motivo').fill(reason)
      await expectAccessible(desk)
      await dialog.getByRole('button', { name: 'Pausar envíos' }).click()
      await expect(desk.getByText(/Los envíos de dinero están en pausa/)).toBeVisible()
      await expect(desk.getByText(`«${reason}»`)).toBeVisible()
      await expectAccessible(desk)
    })

    await test.step('the worker signs, reads that the payout waits, and keeps the signature', async () => {
      await phone.goto(`/quincena/app/credit-detail/${id}`)
      await phone.getByRole('button', { name: 'Aceptar', exact: true }).tap()
      await shareLocation(phone)
      await phone.getByRole('button', { name: 'Firmar', exact: true }).tap()
      await drawWithFinger(phone, phone.getByRole('img', { name: /firma/ }))
      await goOn(phone)
      await phone.getByRole('button', { name: 'Terminar' }).tap()
      await expect(
        phone.getByText('Los envíos de dinero están en pausa. Intenta de nuevo más tarde.'),
      ).toBeVisible()
      await expect(phone.getByRole('img', { name: 'Tu firma' })).toBeVisible()
      await expectAccessible(phone)
    })

    await test.step('the loan’s screen shows the pause; an admin resumes payouts', async () => {
      await desk.goto(`/quincena/detalle-credito/${id}`)
      await expect(desk.getByText(/nadie puede aceptar ni recibir dinero/)).toBeVisible()
      await desk.goto('/quincena/stp')
      await desk.getByRole('button', { name: 'Reanudar envíos' }).click()
      await desk
        .getByRole('dialog', { name: '¿Reanudar los envíos?' })
        .getByRole('button', { name: 'Reanudar' })
        .click()
      await expect(desk.getByText(/Los envíos de dinero están en pausa/)).toHaveCount(0)
    })

    await test.step('the same signature is accepted', async () => {
      await phone.getByRole('button', { name: 'Intentar de nuevo' }).tap()
      await expect(phone.getByText('El dinero ha sido enviado.')).toBeVisible({ timeout: 20_000 })
    })
  } finally {
    await pausePayouts(false)
  }
})
