import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { forgePayment, payAtStp } from '../support/incoming.ts'
import { makeSignedCredit } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

/** Opens the incoming payment of a payer from the list. */
async function openAbono(staffPage: Page, payer: string) {
  await staffPage
    .getByRole('row', { name: new RegExp(payer) })
    .getByText(payer)
    .click()
  return staffPage.getByRole('dialog', { name: 'Abono recibido' })
}

test('incoming money is matched with its loan and registered; money without a loan is dismissed', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Irene')
  const loan = await makeSignedCredit(worker.token, 6120)
  const workerPage = await openWorkerApp(worker.token)
  await workerPage.goto(`/quincena/app/credit-detail/${loan.id}`)
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const staffPage = await openStaffApp(token)
  const readAmountDue = async () => (await call(`/loan/${loan.id}`, { token })).json.amount_due as number
  const before = await readAmountDue()

  await test.step('the open list shows new money without a reload', async () => {
    await staffPage.goto('/quincena/abonos')
    await expectAccessible(staffPage)
    await payAtStp({ monto: 500, conceptoPago: `PAGO ${loan.folio}`, nombreOrdenante: 'TEXTILES IRENE SA' })
    const row = staffPage.getByRole('row', { name: /TEXTILES IRENE SA/ })
    await expect(row.getByText('Por registrar')).toBeVisible()
    await expect(row.getByRole('link', { name: loan.folio })).toBeVisible()
    expect(await readAmountDue()).toBe(before)
  })

  await test.step('the loan shows the money and links to it', async () => {
    await staffPage.goto(`/quincena/detalle-credito/${loan.id}?tab=pagos`)
    await expect(
      staffPage.getByText(/Llegó un abono de \$500.00 que coincide con este crédito/),
    ).toBeVisible()
    await expectAccessible(staffPage)
    await staffPage.getByRole('link', { name: 'Revisarlo' }).click()
    await expect(staffPage).toHaveURL(/\/abonos\?abono=\d+/)
  })

  await test.step('money of a forged callback is marked as unknown to STP and cannot be registered', async () => {
    const forged = { monto: 6120, conceptoPago: `PAGO ${loan.folio}`, nombreOrdenante: 'PAGO INVENTADO SA' }
    await forgePayment(forged)
    await staffPage.goto('/quincena/abonos?status=unconfirmed')
    await expect(staffPage.getByRole('row', { name: /PAGO INVENTADO SA.*STP no lo reconoce/ })).toBeVisible()
    await expectAccessible(staffPage)
    const dialog = await openAbono(staffPage, 'PAGO INVENTADO SA')
    await expect(dialog.getByText(/el aviso puede ser falso/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Registrar pago' })).toBeDisabled()
    await expectAccessible(staffPage)
    await staffPage.goto(`/quincena/detalle-credito/${loan.id}?tab=pagos`)
    await expect(staffPage.getByText(/Llegó un abono de \$6,120.00/)).toHaveCount(0)
    await staffPage.getByRole('link', { name: 'Revisarlo' }).click()
    expect(await readAmountDue()).toBe(before)
  })

  await test.step('registered money becomes an ordinary payment', async () => {
    const dialog = staffPage.getByRole('dialog', { name: 'Abono recibido' })
    await expect(dialog.getByLabel('Cantidad a registrar')).toHaveValue('$500.00')
    await expect(dialog.getByText(/\$500\.00 abonan al pago del/)).toBeVisible()
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Registrar pago' }).click()
    await expect(staffPage.getByText('El pago ha sido registrado correctamente.')).toBeVisible()
    await expect(dialog.getByText(`${loan.folio} · Irene`)).toBeVisible()
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    expect(Math.round((before - (await readAmountDue())) * 100)).toBe(50_000)
    await expect(workerPage.getByText('$500.00').first()).toBeVisible()
  })

  await test.step('staff assign money without a reference by folio; the rest stays with the worker', async () => {
    await payAtStp({ monto: 20_000, conceptoPago: 'GRACIAS', nombreOrdenante: 'HERMANA DE IRENE' })
    const dialog = await openAbono(staffPage, 'HERMANA DE IRENE')
    await expect(dialog.getByText(/No coincide con ningún préstamo vigente/)).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Buscar préstamo' }).fill(loan.folio)
    const found = dialog.getByRole('list', { name: 'Préstamos que coinciden' })
    await found.getByRole('button', { name: new RegExp(loan.folio) }).click()
    await expect(dialog.getByText(/liquidan el crédito/)).toBeVisible()
    await dialog.getByRole('checkbox', { name: /^Dejar \$[\d,.]+ a favor del trabajador$/ }).check()
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Registrar pago' }).click()
    await expect(dialog.getByText(/de intereses que ya no paga/)).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Adónde fue el dinero' })).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Registrar como pago' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    expect(await readAmountDue()).toBe(0)
    await expect(workerPage.getByText('Terminaste de pagar este crédito')).toBeVisible()
  })

  await test.step('money of an unknown payer waits to be identified, and its return waits for a second person', async () => {
    await payAtStp({ monto: 77.7, conceptoPago: 'RENTA', nombreOrdenante: 'OTRA PERSONA' })
    await staffPage.goto('/quincena/tesoreria/por-identificar')
    await staffPage.getByRole('row', { name: /OTRA PERSONA/ }).click()
    const dialog = staffPage.getByRole('dialog', { name: 'Abono recibido' })
    await dialog.getByRole('button', { name: 'Devolver a quien lo envió' }).click()
    await dialog.getByLabel('Motivo').fill('Es la renta de otra oficina')
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Pedir la devolución' }).click()
    await expect(dialog.getByText('Devolución por autorizar')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect(staffPage.getByRole('row', { name: /OTRA PERSONA/ })).toBeVisible()
  })
})
