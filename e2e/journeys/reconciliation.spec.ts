import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSpreadsheet } from '../../apps/server/test/read-spreadsheet.ts'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { addUnknownStpOrder, findDaysWithFinalOrders } from '../support/reconciliation.ts'
import { expect, test } from '../support/test.ts'

/** Reconciles a day from the list and waits for its screen. */
async function compare(staffPage: Page, day: string) {
  await staffPage.goto('/quincena/conciliacion')
  await staffPage.getByRole('button', { name: 'Conciliar ahora' }).click()
  const dialog = staffPage.getByRole('dialog', { name: 'Conciliar un día' })
  await dialog.getByLabel('Día de operación').fill(day)
  await dialog.getByRole('button', { name: 'Conciliar' }).click()
  await expect(staffPage).toHaveURL(new RegExp(`/conciliacion/${day}$`))
  await expect(staffPage.getByRole('region', { name: 'Totales del día' })).toBeVisible({ timeout: 30_000 })
}

test('a day without differences is reconciled and exported; an unknown order at STP is a difference', async ({
  openStaffApp,
}) => {
  const [first, second] = await findDaysWithFinalOrders()
  if (first === undefined || second === undefined) throw new Error('the demo has no two quiet days')
  const manager = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)

  await test.step('a day without differences', async () => {
    await compare(manager, first.day)
    await expect(manager.getByText('Todo coincide')).toBeVisible()
    await expect(manager.getByRole('img', { name: 'Coincide', exact: true })).toHaveCount(2)
    await expectAccessible(manager)
  })

  await test.step('its spreadsheet has every order with amounts in pesos', async () => {
    const download = manager.waitForEvent('download')
    await manager.getByRole('button', { name: 'Descargar .xlsx' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`Conciliacion_${first.day}.xlsx`)
    const sheets = readSpreadsheet(await readFile(await file.path()))
    expect([...sheets.keys()]).toEqual(['Totales', 'Diferencias', 'En duda', 'Órdenes'])
    const orders = sheets.get('Órdenes') ?? []
    expect(orders).toHaveLength(first.count)
    const sum = orders.reduce((total, row) => total + Number(row['STP: monto']), 0)
    expect(sheets.get('Totales')?.[0]).toMatchObject({
      'Quincena: órdenes': first.count,
      'STP: monto': sum,
      'Libro contable: monto': sum,
    })
    expect(sheets.get('Diferencias')).toEqual([])
  })

  const key = `AJENA${Date.now()}`
  await test.step('STP has an order that we did not send', async () => {
    await addUnknownStpOrder(second.day, key)
    await compare(manager, second.day)
    const card = manager.getByRole('article', { name: `STP tiene una orden que no conocemos, ${key}` })
    await expect(card.getByText('$4,200.00')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Cerrar' })).toHaveCount(0)
    await expectAccessible(manager)
    await card.getByRole('button', { name: 'Anotar' }).click()
    const dialog = manager.getByRole('dialog', { name: 'Anotar en la diferencia' })
    await dialog.getByLabel('Nota').fill('Preguntamos a STP quién la envió')
    await dialog.getByRole('button', { name: 'Guardar nota' }).click()
    await expect(card.getByText('Preguntamos a STP quién la envió')).toBeVisible()
  })

  await test.step('staff get a notice, and an admin closes the difference with a reason', async () => {
    const admin = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
    await admin.goto('/quincena/conciliacion?has_differences=true')
    await expectAccessible(admin)
    const [year, month, date] = second.day.split('-')
    await admin.getByRole('row', { name: new RegExp(`^${date}/${month}/${year}`) }).click()
    await admin.getByRole('button', { name: /^Notificaciones/ }).click()
    await expect(admin.getByText(/^La conciliación del .* tiene 1 diferencia$/).first()).toBeVisible()
    await admin.keyboard.press('Escape')
    const card = admin.getByRole('article', { name: new RegExp(key) })
    await card.getByRole('button', { name: 'Cerrar' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Cerrar la diferencia' })
    await dialog.getByLabel('Motivo').fill('Es una orden de prueba de STP')
    await dialog.getByRole('button', { name: 'Cerrar diferencia' }).click()
    await expect(card.getByText('Cerrada')).toBeVisible()
    await expect(admin.getByText('Cuadra')).toBeVisible()
    // The manager's screen updates without a reload.
    await expect(manager.getByText('Cuadra')).toBeVisible()
  })

  await test.step('the dashboard shows the balance at STP', async () => {
    await manager.goto('/quincena/')
    const card = manager.getByRole('region', { name: 'Saldo en STP' })
    await expect(card.getByText(/^Consultado el /)).toBeVisible({ timeout: 20_000 })
    await expectAccessible(manager)
  })
})
