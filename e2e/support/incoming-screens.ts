import { expect, type Page } from '@playwright/test'
import { forgePayment } from './incoming.ts'
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

/** Takes screenshots of an incoming payment with a matched loan: the dialog and the form to dismiss it. */
export async function shootMatched(page: Page, payer: string) {
  await page.getByText(payer).first().click()
  await expect(page.getByLabel('Cantidad a registrar')).toBeVisible()
  await shoot(page, 'staff-incoming-payment')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await shoot(page, 'staff-incoming-payment-dismiss')
}
