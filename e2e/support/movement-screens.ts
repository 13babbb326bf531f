import { expect, type Page } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { reconcileByHttp } from './reconciliation.ts'
import { shoot, signInAs, visit } from './screenshots.ts'
import { stpUrl } from './server-address.ts'

/** Takes money out of the account at STP (`monto` in pesos): a withdrawal of the lender or a fee. No callback tells us. */
async function moveAtStp(kind: 'withdrawals' | 'fees', body: { monto: number; claveRastreo: string }) {
  const answer = await fetch(`${stpUrl}/admin/${kind}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(200)
}

/** The operating day of the simulator, `YYYY-MM-DD`. */
async function operatingDay(): Promise<string> {
  const { operating_day } = await (await fetch(`${stpUrl}/admin/clock`)).json()
  return String(operating_day).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

const verdict = async (token: string) => (await call('/treasury/balance', { token })).json.check?.verdict

/** Undoes the demo's opening balance: the manager asks for it and the admin approves. The next check finds it missing. */
async function undoOpening(token: string) {
  const { json } = await call('/treasury/cash-movements?kind=opening&state=recorded', { token })
  const manager = (await signInByHttp('gerente@demo.quincena.mx')).token
  const post = { method: 'POST', key: crypto.randomUUID() } as const
  const asked = await call(`/treasury/cash-movements/${json.results[0].id}/reverse`, {
    ...{ ...post, token: manager, body: { reason: 'Falta revisar el estado de cuenta de STP' } },
  })
  expect(asked.status, asked.bytes.toString()).toBe(202)
  const approved = await call(`/approvals/${asked.json.approval.id}/approve`, { ...post, token, body: {} })
  expect(approved.status, approved.bytes.toString()).toBe(200)
  await expect.poll(() => verdict(token), { timeout: 30_000 }).toBe('unopened')
}

/** Takes screenshots of an account without its opening balance, and records it again. */
async function shootUnopened(page: Page, token: string) {
  await undoOpening(token)
  await visit(page, 'tesoreria', 'staff-treasury-day-unopened')
  await page.getByRole('link', { name: 'Registrar el saldo inicial' }).click()
  await shoot(page, 'staff-movements-unopened')
  await page.getByRole('button', { name: 'Registrar saldo inicial' }).click()
  await shoot(page, 'staff-movements-opening')
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar saldo inicial' }).click()
  await expect(page.getByText('El saldo inicial quedó registrado.')).toBeVisible()
  await expect.poll(() => verdict(token), { timeout: 30_000 }).toBe('verified')
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
  await shootUnopened(page, token)
}
