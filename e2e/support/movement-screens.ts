import { expect, type Page } from '@playwright/test'
import { signInByHttp } from './http.ts'
import { awaitVerified, operatingDay, undoOpening } from './opening.ts'
import { reconcileByHttp } from './reconciliation.ts'
import { shoot, signInAs, visit } from './screenshots.ts'
import { stpUrl } from './server-address.ts'

/** Takes money out of the account at STP (`monto` in pesos): a withdrawal of the lender or a fee. No callback tells us. */
async function moveAtStp(kind: 'withdrawals' | 'fees', body: { monto: number; claveRastreo: string }) {
  const answer = await fetch(`${stpUrl}/admin/${kind}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(200)
}

/** Takes screenshots of an account without its opening balance, and records it again. */
async function shootUnopened(page: Page) {
  await undoOpening()
  await visit(page, 'tesoreria', 'staff-treasury-day-unopened')
  await page.getByRole('link', { name: 'Registrar el saldo inicial' }).click()
  await shoot(page, 'staff-movements-unopened')
  await page.getByRole('button', { name: 'Registrar saldo inicial' }).click()
  await shoot(page, 'staff-movements-opening')
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar saldo inicial' }).click()
  await expect(page.getByText('El saldo inicial quedó registrado.')).toBeVisible()
  await awaitVerified()
}

/** Takes screenshots of the check of the balance and of the lender's own movements, with and without the opening. */
export async function shootMovements(page: Page) {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const day = await operatingDay()
  await moveAtStp('withdrawals', { monto: 25_000, claveRastreo: 'RETIRO20260001' })
  await moveAtStp('fees', { monto: 348, claveRastreo: 'COMISION20260001' })
  await reconcileByHttp(day)
  await signInAs(page, token)
  await visit(page, 'tesoreria/movimientos', 'staff-movements')
  await page.getByRole('row', { name: /RETIRO20260001/ }).click()
  await expect(page.getByRole('heading', { name: '¿Qué fue este movimiento?' })).toBeVisible()
  await shoot(page, 'staff-movement-suspense')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Registrar movimiento' }).click()
  await shoot(page, 'staff-movement-record')
  await page.keyboard.press('Escape')
  await visit(page, '', 'staff-dashboard-checked')
  await visit(page, 'tesoreria', 'staff-treasury-day-checked')
  await shootUnopened(page)
}
