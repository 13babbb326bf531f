import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { approveByHttp, requestLoanByHttp } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

/** Swipes left over a card with touch events. */
async function swipeLeft(page: Page, title: string, distance_px: number) {
  const box = await page.getByText(title).boundingBox()
  if (box === null) throw new Error('the card is not on screen')
  const [x, y] = [box.x + 260, box.y + box.height / 2]
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x, y }])
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [{ x: x - (distance_px * step) / 10, y }])
  await touch('touchEnd', [])
  await client.detach()
}

async function sendNotification(recipient: number, title: string) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const body = { title, message: 'Te escribimos de Quincena.', recipient }
  expect((await call('/notification/', { method: 'POST', token, body })).status).toBe(201)
}

test('§2 User notifications list: live arrival, reading, deletion by swipe, restoring and final deletion [E2.24 E2.57 E2.58 E2.69]', async ({
  openWorkerApp,
}) => {
  const worker = await makeWorker('Noemí')
  const loan = await requestLoanByHttp(worker.token, { type: 'credit', amount: 6000, period: 6 })
  const workerPage = await openWorkerApp(worker.token)

  await test.step('the badge counts new notifications', async () => {
    const listening = workerPage.waitForResponse(/\/api\/events/)
    await workerPage.goto('/quincena/app/home')
    await listening
    await expect(workerPage.getByRole('link', { name: 'Notificaciones', exact: true })).toBeVisible()
    await sendNotification(worker.id, 'Horario de fin de año')
    await expect(workerPage.getByRole('link', { name: 'Notificaciones, 1 sin leer' })).toBeVisible()
    const counted = workerPage.waitForResponse(/unread-count/)
    await workerPage.getByRole('link', { name: 'Notificaciones, 1 sin leer' }).tap()
    expect((await counted).ok()).toBe(true)
    await approveByHttp(loan.id)
    await expect(workerPage.getByText('Solicitud aprobada')).toBeVisible()
    await expectAccessible(workerPage)
  })

  await test.step('a short swipe does nothing; a longer one deletes, and the deletion can be undone', async () => {
    const title = 'Horario de fin de año'
    await swipeLeft(workerPage, title, 70)
    await expect(workerPage.getByText(title)).toBeInViewport()
    const deleted = workerPage.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await swipeLeft(workerPage, title, 120)
    expect((await deleted).status()).toBe(204)
    await expect(workerPage.getByText('Notificación eliminada')).toBeVisible()
    await expectAccessible(workerPage)
    await workerPage.getByRole('button', { name: `Deshacer: recuperar «${title}»` }).tap()
    await expect(workerPage.getByText(title)).toBeVisible()
    await workerPage.getByRole('button', { name: `Eliminar «${title}»` }).tap()
    await expect(workerPage.getByText('Notificación eliminada')).toBeVisible()
    await workerPage.reload()
    await expect(workerPage.getByText('Solicitud aprobada')).toBeVisible()
    await expect(workerPage.getByText(title)).toHaveCount(0)
  })

  await test.step('a tap marks it as read and opens the loan', async () => {
    const read = workerPage.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await workerPage.getByRole('button', { name: /^Solicitud aprobada/ }).tap()
    await expect(workerPage).toHaveURL(new RegExp(`/app/credit-detail/${loan.id}`))
    expect((await read).ok()).toBe(true)
    await workerPage.goto('/quincena/app/home')
    await expect(workerPage.getByRole('link', { name: 'Notificaciones', exact: true })).toBeVisible()
  })
})

test('§2 Notification settings: a saved switch stops only the notifications that it names [E2.55]', async ({
  openWorkerApp,
}) => {
  const worker = await makeWorker('Silvia')
  const loan = await requestLoanByHttp(worker.token, { type: 'credit', amount: 6000, period: 6 })
  const workerPage = await openWorkerApp(worker.token)
  await workerPage.goto('/quincena/app/profile')
  await workerPage.getByRole('link', { name: 'Configura tus notificaciones' }).tap()
  const status = workerPage.getByRole('switch', { name: 'Estado de tus solicitudes' })
  await expect(status).toBeChecked()
  await expectAccessible(workerPage)
  const kept = workerPage.waitForResponse((answer) => answer.request().method() === 'PUT')
  await status.tap()
  await expect(status).not.toBeChecked()
  expect((await kept).ok()).toBe(true)
  await workerPage.reload()
  await expect(status).not.toBeChecked()
  await expect(workerPage.getByRole('switch', { name: 'Recordatorio de pago' })).toBeChecked()
  await approveByHttp(loan.id)
  await sendNotification(worker.id, 'Hola, Silvia')
  await workerPage.goto('/quincena/app/notifications-user')
  await expect(workerPage.getByText('Hola, Silvia')).toBeVisible()
  await expect(workerPage.getByRole('listitem')).toHaveCount(1)
})
