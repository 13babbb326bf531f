import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSpreadsheet } from '../../apps/server/test/read-spreadsheet.ts'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { payAtStp } from '../support/incoming.ts'
import { acceptByHttp, requestLoanByHttp } from '../support/loan-commands.ts'
import { agreeWithStp } from '../support/opening.ts'
import { readStpOrders } from '../support/stp.ts'
import { expect, test } from '../support/test.ts'
import {
  makePaidOutCredit,
  makePayer,
  makeRefusedAndPaidOrder,
  makeSettledCredit,
  readLoan,
  readOwnAccount,
} from '../support/treasurer.ts'

const slow = { timeout: 60_000 }
const centsOf = (text: string | null) => Math.round(Number(text?.replace(/[$,]/g, '')) * 100)
const moneyOf = (cents: number) =>
  (cents / 100).toLocaleString('es-MX', { style: 'currency', currency: 'MXN' })

/** Reads one of the figures at the top of the treasury's day, in centavos. */
async function readFigure(page: Page, label: string) {
  const figure = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  return centsOf(await figure.getByRole('definition').textContent())
}

/** The card of the day with the last check of STP's balance. */
const checkOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Saldo según STP' }) })

async function openTreasury(page: Page) {
  await page.getByRole('link', { name: 'Tesorería', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Tesorería', level: 1 })).toBeVisible()
  await expect(checkOf(page)).toBeVisible()
}

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Tesorería' }).getByRole('link', { name }).click()

/** Opens received money from the list of what waits to be identified. */
async function openUnidentified(page: Page, payer: string) {
  await page.getByRole('row', { name: new RegExp(payer) }).click()
  const dialog = page.getByRole('dialog', { name: 'Abono recibido' })
  await expect(dialog.getByRole('list', { name: 'Sugerencias' })).toBeVisible()
  return dialog
}

/** Reconciles the day that the dialog offers and waits for the result. */
async function reconcileToday(page: Page) {
  await page.getByRole('link', { name: 'Conciliación STP' }).click()
  await page.getByRole('button', { name: 'Conciliar ahora' }).click()
  await page
    .getByRole('dialog', { name: 'Conciliar un día' })
    .getByRole('button', { name: 'Conciliar' })
    .click()
  await expect(page.getByRole('region', { name: 'Totales del día' })).toBeVisible(slow)
  await expect(page.getByText(/^Comparando las listas de STP/)).toHaveCount(0, slow)
}

test("a treasurer's day: identify, refund, clear a doubt, and close with a balance that STP confirms", async ({
  openStaffApp,
}) => {
  test.setTimeout(400_000)
  const [settled, borrower, namesake] = [
    await makePayer('Leonora'),
    await makePayer('Mireya'),
    await makePayer('Nicanora'),
  ]
  const paidLoan = await makeSettledCredit(settled.token)
  const credit = await makePaidOutCredit(borrower.token)
  const advance = await requestLoanByHttp(borrower.token, { type: 'advance', amount: 1500 })
  await acceptByHttp(advance.id, borrower.token)
  const byName = await makePaidOutCredit(namesake.token)
  await expect.poll(async () => (await readOwnAccount()).pending, slow).toBe(0)
  await agreeWithStp()
  const { count } = await readOwnAccount()

  const manager = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  const admin = await openStaffApp((await signInByHttp('admin@demo.quincena.mx')).token)
  const start = { received: 0, paid: 0 }

  await test.step('the day begins with a verified balance', async () => {
    await manager.goto('/quincena/')
    await openTreasury(manager)
    const check = checkOf(manager)
    await expect(check.getByText(/^Saldo comprobado el /)).toBeVisible()
    await expectAccessible(manager)
    start.received = await readFigure(manager, 'Entradas')
    start.paid = await readFigure(manager, 'Salidas')
  })

  await test.step('three payments of unknown purpose arrive', async () => {
    await openTab(manager, 'Por identificar')
    await payAtStp({
      monto: 812.35,
      conceptoPago: `PAGO ${paidLoan.folio}`,
      nombreOrdenante: 'PAPELERIA SOL',
    })
    const { amount_due } = await readLoan(advance.id)
    await payAtStp({
      ...{ monto: amount_due, conceptoPago: 'ABONO', nombreOrdenante: 'CUENTA DE MIREYA' },
      cuentaOrdenante: borrower.account,
    })
    const { suggested_payment } = await readLoan(byName.id)
    const words = namesake.name.toUpperCase().split(' ').reverse().join(' ')
    await payAtStp({ monto: suggested_payment, conceptoPago: 'GRACIAS', nombreOrdenante: words })
    for (const payer of ['PAPELERIA SOL', 'CUENTA DE MIREYA', words])
      await expect(manager.getByRole('row', { name: new RegExp(payer) })).toBeVisible(slow)
    await expectAccessible(manager)
  })

  await test.step('the folio of a settled loan leads to the balance of its worker', async () => {
    const dialog = await openUnidentified(manager, 'PAPELERIA SOL')
    await dialog.getByRole('button', { name: /Folio en el concepto/ }).click()
    await expect(dialog.getByLabel('Cantidad a su saldo a favor')).toHaveValue('$812.35')
    await expectAccessible(manager)
    await dialog.getByRole('button', { name: 'Abonar al trabajador' }).click()
    await expect(dialog.getByRole('link', { name: `Saldo a favor de ${settled.name}` })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect(manager.getByRole('row', { name: /PAPELERIA SOL/ })).toHaveCount(0)
  })

  await test.step('the account of a worker with two loans, and the amount, lead to the advance', async () => {
    const dialog = await openUnidentified(manager, 'CUENTA DE MIREYA')
    const suggestions = dialog.getByRole('list', { name: 'Sugerencias' }).getByRole('listitem')
    await expect(suggestions.filter({ hasText: /Misma cuenta/ })).toHaveCount(2)
    await expect(suggestions.filter({ hasText: credit.folio })).toHaveCount(1)
    await suggestions.filter({ hasText: advance.folio }).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Registrar pago' }).click()
    await expect(dialog.getByRole('region', { name: 'Adónde fue el dinero' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    expect((await readLoan(advance.id)).amount_due).toBe(0)
  })

  await test.step('the name and the exact payment lead to a credit', async () => {
    const dialog = await openUnidentified(manager, 'NICANORA')
    const before = await readLoan(byName.id)
    await dialog.getByRole('button', { name: /Mismo nombre · monto exacto de su pago/ }).click()
    await dialog.getByRole('button', { name: 'Registrar pago' }).click()
    await expect(dialog.getByText(`${byName.folio} · ${namesake.name}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    const after = await readLoan(byName.id)
    expect(centsOf(String(before.amount_due - after.amount_due))).toBe(
      centsOf(String(before.suggested_payment)),
    )
  })

  await test.step('the manager asks for a refund of the balance and cannot release it', async () => {
    await openTab(manager, 'Saldos a favor')
    await manager.getByRole('row', { name: new RegExp(settled.name) }).click()
    await manager.getByRole('button', { name: 'Devolver', exact: true }).click()
    const dialog = manager.getByRole('dialog', { name: 'Devolver saldo a favor' })
    await expect(dialog.getByLabel('Monto')).toHaveValue('$812.35')
    await expectAccessible(manager)
    await dialog.getByRole('button', { name: 'Pedir la devolución' }).click()
    await expect(dialog).toBeHidden()
    await manager.getByRole('link', { name: 'Autorización', exact: true }).click()
    const own = manager.getByRole('dialog', { name: 'Autorización' })
    await expect(own.getByRole('button', { name: 'Retirar' })).toBeVisible()
    await expect(own.getByRole('button', { name: 'Autorizar' })).toHaveCount(0)
    await own.getByRole('button', { name: 'Cerrar' }).click()
  })

  await test.step('an admin releases it', async () => {
    await admin.goto('/quincena/')
    await admin.getByRole('link', { name: /^Autorizaciones/ }).click()
    await admin.getByRole('row', { name: new RegExp(settled.name) }).click()
    const dialog = admin.getByRole('dialog', { name: 'Autorización' })
    await expect(dialog.getByText('$812.35').first()).toBeVisible()
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Autorizar' }).click()
    await dialog.getByRole('button', { name: 'Sí, autorizar' }).click()
    await expect(admin.getByText('Quedó autorizada.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
  })

  await test.step('the refund settles at STP', async () => {
    await openTreasury(manager)
    await openTab(manager, 'Saldos a favor')
    await manager.getByText('Devoluciones anteriores', { exact: true }).click()
    const row = manager.getByRole('row', { name: new RegExp(settled.name) })
    await expect(row).toContainText('$812.35', slow)
    await expect(row).toContainText('Devuelta')
    await expectAccessible(manager)
    const orders = await readStpOrders(settled.account)
    expect(orders.filter(({ monto }) => Number(monto) === 812.35)).toMatchObject([
      { estado: expect.stringMatching(/LQ$/) },
    ])
  })

  const doubtful = await makePayer('Ofelia')
  const doubt = await makeRefusedAndPaidOrder(doubtful.token, 5230)
  await test.step('the reconciliation of today has an order in doubt', async () => {
    await reconcileToday(admin)
    const doubts = admin.getByRole('region', { name: /^En duda/ })
    await expect(doubts.getByText(doubt.tracking_key)).toBeVisible()
    await expect(doubts.getByText('STP reporta una orden que había rechazado.')).toBeVisible()
    await expectAccessible(admin)
    await openTreasury(admin)
    await expect(admin.getByText('No cuadra')).toBeVisible(slow)
  })

  await test.step('the admin asks STP and states that the money arrived', async () => {
    await admin.getByRole('link', { name: 'Conciliación STP' }).click()
    await admin.getByRole('row').nth(1).click()
    await admin.getByRole('link', { name: doubt.tracking_key }).click()
    const order = admin.getByRole('dialog', { name: 'Detalle de la orden STP' })
    await order.getByRole('button', { name: 'Preguntar a STP' }).click()
    await expect(order.getByRole('row', { name: /^Estado/ }).getByText('Liquidada')).toBeVisible()
    await expectAccessible(admin)
    await admin.getByRole('button', { name: 'Resolver' }).click()
    const dialog = admin.getByRole('dialog', { name: '¿Qué pasó con el dinero?' })
    await dialog.getByLabel('Se depositó').check()
    await dialog.getByLabel('Motivo').fill('STP confirma que la liquidó.')
    await dialog.getByRole('button', { name: 'Confirmar: se depositó' }).click()
    await expect(admin.getByText('La orden quedó resuelta.')).toBeVisible()
    expect((await readLoan(doubt.id)).state).toBe('active')
  })

  await test.step('the day closes: no doubt is left and STP confirms the balance', async () => {
    await expect.poll(async () => (await readOwnAccount()).pending, slow).toBe(0)
    const stp = await readOwnAccount(count)
    await reconcileToday(manager)
    await expect(manager.getByRole('region', { name: /^En duda/ }).getByText(doubt.tracking_key)).toHaveCount(
      0,
    )
    const difference = manager.getByRole('article', { name: new RegExp(doubt.tracking_key) })
    await expect(difference.getByText('Ya coincide')).toBeVisible()
    await openTreasury(manager)
    const check = checkOf(manager)
    await expect(check).toContainText(moneyOf(stp.balance), slow)
    await expect(check.getByText('Cuadra al centavo')).toBeVisible()
    await expect(check.getByText(/^Saldo comprobado el /)).toBeVisible()
    await expect(check.getByText('Diferencia').locator('..')).toContainText('$0.00')
    await expectAccessible(manager)
    expect((await readFigure(manager, 'Entradas')) - start.received).toBe(stp.received)
    expect(start.paid - (await readFigure(manager, 'Salidas'))).toBe(stp.paid)
    expect(await readFigure(manager, 'Saldo hasta ahora')).toBe(stp.balance)
  })

  await test.step('the trial balance sums to zero and holds the balance of STP', async () => {
    await manager.getByText('Balanza', { exact: true }).click()
    await expect(manager.getByText('Suma cero')).toBeVisible()
    await expectAccessible(manager)
    const download = manager.waitForEvent('download')
    await manager.getByRole('button', { name: 'Exportar' }).click()
    await manager.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
    const rows = readSpreadsheet(await readFile(await (await download).path())).get('Balanza') ?? []
    const accounts = rows.slice(0, -1)
    const sumOf = (column: string) =>
      accounts.reduce((sum, row) => sum + centsOf(String(row[column] ?? 0)), 0)
    expect(rows.at(-1)).toMatchObject({ Cuenta: 'Suma', 'Saldo inicial': 0, 'Saldo final': 0 })
    expect([sumOf('Saldo inicial'), sumOf('Saldo final')]).toEqual([0, 0])
    expect(sumOf('Cargos')).toBe(sumOf('Abonos'))
    const cash = accounts.find(({ Cuenta }) => Cuenta === 'Efectivo en STP')
    expect(centsOf(String(cash?.['Saldo final']))).toBe((await readOwnAccount()).balance)
  })
})
