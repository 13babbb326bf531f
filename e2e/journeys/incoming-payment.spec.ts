import type { Page } from '@playwright/test'
import { signedCredit } from '../support/acts.ts'
import { expectAccessible } from '../support/axe.ts'
import { call, signInByHttp } from '../support/http.ts'
import { forgePayment, payAtStp } from '../support/incoming.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

/** Opens the incoming payment of a payer from the list. */
async function openAbono(desk: Page, payer: string) {
  await desk
    .getByRole('row', { name: new RegExp(payer) })
    .getByText(payer)
    .click()
  return desk.getByRole('dialog', { name: 'Abono recibido' })
}

test('incoming money is matched with its loan and registered; money without a loan is dismissed', async ({
  openWorkerApp,
  openStaffApp,
}) => {
  const worker = await makeWorker('Irene')
  const loan = await signedCredit(worker.token, 6120)
  const phone = await openWorkerApp(worker.token)
  await phone.goto(`/quincena/app/credit-detail/${loan.id}`)
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const desk = await openStaffApp(token)
  const owed = async () => (await call(`/loan/${loan.id}`, { token })).json.amount_due as number
  const before = await owed()

  await test.step('the open list shows new money without a reload', async () => {
    await desk.goto('/quincena/abonos')
    await expectAccessible(desk)
    await payAtStp({ monto: 500, conceptoPago: `PAGO ${loan.folio}`, nombreOrdenante: 'TEXTILES IRENE SA' })
    const row = desk.getByRole('row', { name: /TEXTILES IRENE SA/ })
    await expect(row.getByText('Por registrar')).toBeVisible()
    await expect(row.getByRole('link', { name: loan.folio })).toBeVisible()
    expect(await owed()).toBe(before)
  })

  await test.step('the loan shows the money and links to it', async () => {
    await desk.goto(`/quincena/detalle-credito/${loan.id}?tab=pagos`)
    await expect(desk.getByText(/Llegó un abono de \$500.00 que coincide con este crédito/)).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('link', { name: 'Revisarlo' }).click()
    await expect(desk).toHaveURL(/\/abonos\?abono=\d+/)
  })

  await test.step('money of a forged callback is marked as unknown to STP and cannot be registered', async () => {
    const forged = { monto: 6120, conceptoPago: `PAGO ${loan.folio}`, nombreOrdenante: 'PAGO INVENTADO SA' }
    await forgePayment(forged)
    await desk.goto('/quincena/abonos?status=unconfirmed')
    await expect(desk.getByRole('row', { name: /PAGO INVENTADO SA.*STP no lo reconoce/ })).toBeVisible()
    await expectAccessible(desk)
    const dialog = await openAbono(desk, 'PAGO INVENTADO SA')
    await expect(dialog.getByText(/el aviso puede ser falso/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Registrar pago' })).toBeDisabled()
    await expectAccessible(desk)
    await desk.goto(`/quincena/detalle-credito/${loan.id}?tab=pagos`)
    await expect(desk.getByText(/Llegó un abono de \$6,120.00/)).toHaveCount(0)
    await desk.getByRole('link', { name: 'Revisarlo' }).click()
    expect(await owed()).toBe(before)
  })

  await test.step('registered money becomes an ordinary payment', async () => {
    const dialog = desk.getByRole('dialog', { name: 'Abono recibido' })
    await expect(dialog.getByLabel('Cantidad a registrar')).toHaveValue('$500.00')
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Registrar pago' }).click()
    await expect(desk.getByText('El pago ha sido registrado correctamente.')).toBeVisible()
    await expect(dialog.getByText(`${loan.folio} · Irene`)).toBeVisible()
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    expect(Math.round((before - (await owed())) * 100)).toBe(50_000)
    await expect(phone.getByText('$500.00').first()).toBeVisible()
  })

  await test.step('staff assign money without a reference by folio; the payoff leaves a remainder', async () => {
    await payAtStp({ monto: 20_000, conceptoPago: 'GRACIAS', nombreOrdenante: 'HERMANA DE IRENE' })
    const dialog = await openAbono(desk, 'HERMANA DE IRENE')
    await expect(dialog.getByText(/No coincide con ningún préstamo vigente/)).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Buscar préstamo' }).fill(loan.folio)
    await dialog.getByRole('button', { name: new RegExp(loan.folio) }).click()
    await expect(dialog.getByRole('radio', { name: 'Liquidar anticipadamente' })).toBeChecked()
    await expect(dialog.getByText(/Sobrarán/)).toBeVisible()
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Liquidar anticipadamente' }).click()
    await expect(dialog.getByText('Intereses que ya no paga')).toBeVisible()
    await expect(dialog.getByText(/Sobran \$[\d,.]+: devuélvelos a quien los envió/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    expect(await owed()).toBe(0)
    await expect(phone.getByText('Terminaste de pagar este crédito')).toBeVisible()
  })

  await test.step('money without a loan is dismissed and is in the dismissed list', async () => {
    await payAtStp({ monto: 77.7, conceptoPago: 'RENTA', nombreOrdenante: 'OTRA PERSONA' })
    const dialog = await openAbono(desk, 'OTRA PERSONA')
    await dialog.getByRole('button', { name: 'Descartar' }).click()
    await dialog.getByLabel('Motivo').fill('Es la renta de otra oficina')
    await expectAccessible(desk)
    await dialog.getByRole('button', { name: 'Descartar' }).click()
    await expect(dialog.getByText('Es la renta de otra oficina')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect(desk.getByRole('row', { name: /OTRA PERSONA/ })).toHaveCount(0)
    await desk.getByText('Descartados', { exact: true }).click()
    await expect(desk.getByRole('row', { name: /OTRA PERSONA/ })).toBeVisible()
  })
})
