import type { Page } from '@playwright/test'
import { clabeOf } from '../../apps/server/src/demo/identity.ts'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { makeReturnedCredit } from '../support/payout-problems.ts'
import { expect, test } from '../support/test.ts'
import { confirmChanges, makeWorker } from '../support/workers.ts'

async function correctAccount(staffPage: Page, clabe: string) {
  await staffPage.getByRole('button', { name: 'Corregir cuenta' }).click()
  const dialog = staffPage.getByRole('dialog', { name: 'Corregir cuenta' })
  const field = dialog.getByLabel('CLABE interbancaria')
  await field.fill(`${clabe.slice(0, 17)}${(Number(clabe[17]) + 1) % 10}`)
  await dialog.getByRole('button', { name: 'Guardar cuenta' }).click()
  await expect(dialog.getByText('La CLABE interbancaria no es válida. Revisa sus dígitos.')).toBeVisible()
  await expectAccessible(staffPage)
  await field.fill(clabe)
  await expect(dialog.getByLabel('Número de cuenta')).toHaveValue(clabe.slice(6, 17))
  await dialog.getByRole('button', { name: 'Guardar cuenta' }).click()
  await expect(staffPage.getByText('Cuenta corregida. Avisamos al trabajador.')).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('an admin corrects the account of a returned payout and sends it again, and the worker sees it', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  test.setTimeout(240_000)
  const worker = await makeWorker('Rosa')
  const workerPage = await openWorkerApp(worker.token)
  const loan = await makeReturnedCredit(worker.token, 7340)
  const clabe = clabeOf('012', String(Date.now()).slice(-11))

  await test.step('the worker reads that the bank returned the money', async () => {
    await workerPage.goto(`/quincena/app/credit-detail/${loan.id}`)
    await expect(workerPage.getByText(/el dinero regresó con nosotros. No debes nada/)).toBeVisible()
    await expectAccessible(workerPage)
  })

  await test.step('a manager sees the reason and that an admin is needed', async () => {
    const manager = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
    await manager.goto(`/quincena/detalle-credito/${loan.id}`)
    await expect(manager.getByText('Cuenta cancelada')).toBeVisible()
    await expect(manager.getByText(/Solo administración puede corregir la cuenta/)).toBeVisible()
    await expect(manager.getByRole('button', { name: 'Enviar de nuevo' })).toHaveCount(0)
    await expectAccessible(manager)
  })

  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  await test.step('an admin corrects the account', async () => {
    await staffPage.goto(`/quincena/detalle-credito/${loan.id}`)
    await expect(staffPage.getByText('La misma que devolvió el dinero')).toBeVisible()
    await expectAccessible(staffPage)
    await correctAccount(staffPage, clabe)
    await expect(staffPage.getByText('Ya corregida')).toBeVisible()
  })

  await test.step('another person confirms the account', () => confirmChanges('gerente'))

  await test.step('the admin sends the money again', async () => {
    await staffPage.getByRole('button', { name: 'Enviar de nuevo' }).click()
    const dialog = staffPage.getByRole('dialog', { name: '¿Enviar el dinero de nuevo?' })
    await expect(dialog.getByText('$7,340.00')).toBeVisible()
    await expect(dialog.getByText(`···· ${clabe.slice(-4)}`)).toBeVisible()
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Enviar de nuevo' }).click()
    await expect(staffPage.getByText('Orden enviada a STP')).toBeVisible()
    await expect(staffPage.getByRole('heading', { name: 'El banco devolvió el dinero' })).toHaveCount(0)
  })

  await test.step('her screen updates without a reload and shows the new account; she has a notification', async () => {
    await expect(workerPage.getByText('Tu próximo pago')).toBeVisible({ timeout: 30_000 })
    await expect(workerPage.getByText(new RegExp(clabe.slice(-4))).first()).toBeVisible()
    await workerPage.goto('/quincena/app/notifications-user')
    await expect(workerPage.getByText('Cambió la cuenta donde recibes tu dinero')).toBeVisible()
  })

  await test.step('the new order shows its history and the first attempt', async () => {
    await staffPage.goto(`/quincena/stp?search=${loan.folio}`)
    await expect(staffPage.getByRole('row')).toHaveCount(3)
    await staffPage.getByRole('row').nth(1).click()
    const dialog = staffPage.getByRole('dialog', { name: 'Detalle de la orden STP' })
    await dialog.getByRole('tab', { name: 'HISTORIA' }).click()
    await expect(dialog.getByText('Intento 2 (esta orden)')).toBeVisible()
    await expectAccessible(staffPage)
    await dialog.getByRole('link', { name: loan.tracking_key }).click()
    await expect(
      dialog.getByText('Intento 1 (esta orden)').or(dialog.getByText('Cuenta cancelada')).first(),
    ).toBeVisible()
    await dialog.getByRole('tab', { name: 'HISTORIA' }).click()
    const messageList = dialog.getByRole('list', { name: 'Mensajes de STP' })
    await expect(messageList.getByText('Confirmado por consulta')).toBeVisible()
  })
})

test('an admin cancels a loan with a returned payout, and the worker reads the reason', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Irma')
  const loan = await makeReturnedCredit(worker.token, 5210)
  const staffPage = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  await staffPage.goto(`/quincena/detalle-credito/${loan.id}`)
  await staffPage.getByRole('button', { name: 'Cancelar envío' }).click()
  const dialog = staffPage.getByRole('dialog', { name: '¿Cancelar el envío?' })
  await dialog.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect(dialog.getByText('Escribe el motivo')).toBeVisible()
  await expectAccessible(staffPage)
  await dialog.getByRole('textbox').fill('Pediste cerrar tu cuenta de banco.')
  await dialog.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect(staffPage.getByText('El envío fue cancelado.')).toBeVisible()
  await expect(staffPage.getByRole('heading', { name: 'El banco devolvió el dinero' })).toHaveCount(0)
  const workerPage = await openWorkerApp(worker.token)
  await workerPage.goto(`/quincena/app/credit-detail/${loan.id}`)
  await expect(workerPage.getByText('Pediste cerrar tu cuenta de banco.')).toBeVisible()
  await expectAccessible(workerPage)
})
