import { expect, type Page } from '@playwright/test'
import { forgePayment, takeBackAtStp } from './incoming.ts'
import { shoot } from './screenshots.ts'

/** Takes screenshots of an incoming payment that STP does not have: list and dialog. */
export async function shootUnconfirmed(page: Page, folio: string) {
  await forgePayment({ monto: 5000, conceptoPago: `PAGO ${folio}`, nombreOrdenante: 'PAGO INVENTADO SA' })
  await page.goto('/quincena/abonos?status=unconfirmed')
  await expect(page.getByText('STP no lo reconoce').first()).toBeVisible()
  await shoot(page, 'staff-incoming-payments-unconfirmed')
  await page.getByText('PAGO INVENTADO SA').first().click()
  await expect(page.getByText(/el aviso puede ser falso/)).toBeVisible()
  await shoot(page, 'staff-incoming-payment-unconfirmed')
}

/** Takes screenshots of an incoming payment with a matched loan: the dialog and the form to return it. */
export async function shootMatched(page: Page, payer: string) {
  await page.getByText(payer).first().click()
  await expect(page.getByLabel('Cantidad a registrar')).toBeVisible()
  await shoot(page, 'staff-incoming-payment')
  await page.getByRole('button', { name: 'Devolver a quien lo envió' }).click()
  await shoot(page, 'staff-incoming-payment-return')
}

/** Takes screenshots of money that waits to be identified: list, suggestions, and where a part of it went. */
export async function shootUnidentified(page: Page, payer: string) {
  await page.goto('/quincena/tesoreria/por-identificar')
  await expect(page.getByRole('row', { name: new RegExp(payer) }).first()).toBeVisible()
  await shoot(page, 'staff-unidentified')
  await page.getByText(payer).first().click()
  const dialog = page.getByRole('dialog', { name: 'Abono recibido' })
  await expect(dialog.getByRole('list', { name: 'Sugerencias' })).toBeVisible()
  await shoot(page, 'staff-unidentified-suggestions')
  await dialog.getByRole('button', { name: 'Abonar a un trabajador' }).click()
  await dialog.getByRole('searchbox', { name: 'Buscar trabajador' }).fill('Ana')
  await dialog.getByRole('list', { name: 'Trabajadores que coinciden' }).getByRole('button').first().click()
  await dialog.getByLabel(/Cantidad a su saldo a favor/).fill('250')
  await shoot(page, 'staff-unidentified-credit')
  await dialog.getByRole('button', { name: 'Abonar al trabajador' }).click()
  await expect(dialog.getByRole('region', { name: 'Adónde fue el dinero' })).toBeVisible()
  await shoot(page, 'staff-unidentified-uses')
}

/** Takes screenshots of money that STP took back after a part of it was used: the list, the payment and the charge. */
export async function shootTakenBack(page: Page, { payer, stp_id }: { payer: string; stp_id: number }) {
  await takeBackAtStp(stp_id)
  await page.goto('/quincena/tesoreria/por-identificar?claimed=true')
  await expect(page.getByRole('row', { name: new RegExp(payer) }).first()).toBeVisible()
  await shoot(page, 'staff-taken-back')
  await page.getByText(payer).first().click()
  const dialog = page.getByRole('dialog', { name: 'Abono recibido' })
  await expect(dialog.getByText('STP se llevó este dinero.')).toBeVisible()
  await shoot(page, 'staff-taken-back-payment')
  await dialog.getByRole('button', { name: 'Cargar al trabajador' }).click()
  await dialog.getByLabel('Motivo').fill('Ya se le devolvió su saldo')
  await shoot(page, 'staff-taken-back-charge')
  await dialog.getByRole('button', { name: 'Pedir el cargo' }).click()
  await expect(dialog.getByText('Se pidió cargar una parte al trabajador.')).toBeVisible()
  await shoot(page, 'staff-taken-back-requested')
}
