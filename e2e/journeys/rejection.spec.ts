import { expectAccessible } from '../support/axe.ts'
import { approveOnScreen, sendDecision } from '../support/decisions.ts'
import { signInByHttp } from '../support/http.ts'
import { requestLoanByHttp } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const reason = 'El comprobante de domicilio no corresponde a tu dirección.'

test('a worker reads why a request was rejected, and staff can approve it later [B4.6 B4.7 B4.8 B7.27 B8.41 E2.27 E2.31]', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Mariana')
  const { id, folio } = await requestLoanByHttp(worker.token, { type: 'credit', amount: 6000, period: 6 })
  const workerPage = await openWorkerApp(worker.token)
  const staffPage = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)

  await test.step('the worker sees the request in analysis', async () => {
    await workerPage.goto('/quincena/app/requests')
    await workerPage.getByRole('button', { name: new RegExp(folio) }).tap()
    await expect(workerPage.getByRole('tooltip')).toHaveText('Esta solicitud se encuentra en análisis.')
  })

  await test.step('the manager finds it by folio and rejects it with a reason', async () => {
    await staffPage.goto('/quincena/creditos')
    await staffPage.getByRole('searchbox', { name: 'Escribe tu búsqueda' }).fill(folio)
    await expect(staffPage).toHaveURL(new RegExp(`search=${folio}`))
    await expect(staffPage.getByRole('row')).toHaveCount(2)
    await expectAccessible(staffPage)
    await staffPage.getByRole('row').last().click()
    await staffPage.getByRole('button', { name: 'Rechazar' }).click()
    const dialog = staffPage.getByRole('dialog', { name: '¿Rechazar solicitud?' })
    await dialog.getByRole('textbox').fill(reason)
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    await sendDecision(staffPage)
    await expect(staffPage.getByText('Solicitud rechazada', { exact: true })).toBeVisible()
    await expect(staffPage.getByRole('button', { name: 'Rechazar' })).toHaveCount(0)
  })

  await test.step('the worker reads the reason on the loan and in a notification', async () => {
    await expect(workerPage.getByRole('link', { name: `Ver o retirar la solicitud ${folio}` })).toHaveCount(0)
    await workerPage.getByRole('link', { name: new RegExp(folio) }).tap()
    await expect(workerPage).toHaveURL(new RegExp(`/app/rejected-detail/${id}$`))
    await expect(workerPage.getByText(reason)).toBeVisible()
    await expect(workerPage.getByRole('link', { name: /^Llamar al / })).toBeVisible()
    await expectAccessible(workerPage)
    await workerPage.goto('/quincena/app/notifications-user')
    await expect(workerPage.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(workerPage)
  })

  await test.step('the manager approves it', async () => {
    await approveOnScreen(staffPage)
    await expect(staffPage.getByText('Solicitud aprobada')).toBeVisible()
    await workerPage.goto(`/quincena/app/credit-detail/${id}`)
    await expect(workerPage.getByRole('button', { name: 'Aceptar', exact: true })).toBeVisible()
  })
})
