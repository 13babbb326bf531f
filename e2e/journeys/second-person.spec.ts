import { expectAccessible } from '../support/axe.ts'
import { approveOnScreen } from '../support/decisions.ts'
import { signInByHttp } from '../support/http.ts'
import { requestLoanByHttp } from '../support/loan-commands.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const minute_ms = 60_000

test('who wrote a worker’s data cannot approve alone; a second person confirms and the money can leave', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Inés', { isConfirmed: false })
  const { id } = await requestLoanByHttp(worker.token, { type: 'credit', amount: 6000, period: 6 })
  const review = `/quincena/detalle-credito/${id}`

  const openReview = async (name: 'gerente' | 'admin') => {
    const page = await openStaffApp((await signInByHttp(`${name}@demo.quincena.mx`)).token)
    await page.goto(review)
    await expect(page.getByRole('button', { name: 'Rechazar' })).toBeVisible()
    return page
  }

  await test.step('the manager who created the worker may not approve, in a second session too', async () => {
    for (let session = 0; session < 2; session += 1) {
      const page = await openReview('gerente')
      await expect(page.getByText('Por confirmar.')).toBeVisible()
      await expect(page.getByText(/^Registraste o cambiaste datos de esta persona/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Aprobar' })).toHaveCount(0)
      await expectAccessible(page)
    }
  })

  const began = performance.now()
  const admin = await openReview('admin')
  await test.step('another person confirms the data and approves', async () => {
    await shoot(admin, 'staff-credit-unconfirmed')
    await admin.getByRole('link', { name: 'Revisar y confirmar' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Autorización' })
    await expect(dialog.getByText('$8,500.00')).toBeVisible()
    await expectAccessible(admin)
    await shoot(admin, 'staff-approval-worker')
    await dialog.getByRole('button', { name: 'Autorizar' }).click()
    await dialog.getByRole('button', { name: 'Sí, autorizar' }).click()
    await expect(admin.getByText('Quedó autorizada.')).toBeVisible()
    await admin.goto(review)
    await expect(admin.getByRole('button', { name: 'Aprobar' })).toBeVisible()
    await expect(admin.getByText('Por confirmar.')).toHaveCount(0)
    await approveOnScreen(admin)
    await expect(admin.getByText('Solicitud aprobada')).toBeVisible()
  })
  expect(performance.now() - began).toBeLessThan(minute_ms)

  await test.step('the worker can sign', async () => {
    const page = await openWorkerApp(worker.token)
    await page.goto(`/quincena/app/credit-detail/${id}`)
    await expect(page.getByRole('button', { name: 'Aceptar', exact: true })).toBeEnabled()
  })
})
