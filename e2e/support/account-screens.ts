import { expect, type Page } from '@playwright/test'
import { drawWithFinger } from './draw.ts'
import { call, signInByHttp } from './http.ts'
import { approveByHttp, requestLoanByHttp } from './loan-commands.ts'
import { shoot, signInAs, visit } from './screenshots.ts'
import { shareLocation } from './steps.ts'
import { planFaults, setHolder } from './stp.ts'
import { makeWorker } from './workers.ts'

const pollOptions = { timeout: 30_000 }

async function makeOffer(token: string, amount: number) {
  const { id } = await requestLoanByHttp(token, { type: 'credit', amount, period: 6 })
  await approveByHttp(id)
  return id
}

/** Waits until the bank has answered about the account of an offer. */
async function waitForBank(loan: number, token: string) {
  const state = async () => (await call(`/loan/${loan}`, { token })).json.account_check?.state
  await expect.poll(state, pollOptions).not.toBe('pending')
}

async function clabeOf(token: string): Promise<string> {
  return (await call('/auth/user', { token })).json.user.debit_card_number
}

/** Signs an offer while the bank is slow: the app waits, and goes on by itself. */
async function shootWaiting(page: Page) {
  await planFaults({ on: 'settle', action: 'hold', amount: 0.01 })
  const { token } = await makeWorker('Olivia')
  const id = await makeOffer(token, 9200)
  await signInAs(page, token)
  await visit(page, `app/credit-detail/${id}`, 'worker-offer-confirming')
  await page.getByRole('button', { name: 'Aceptar', exact: true }).click()
  await shareLocation(page)
  await page.getByRole('button', { name: 'Firmar', exact: true }).click()
  await drawWithFinger(page, page.getByRole('img', { name: /firma/ }))
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByRole('heading', { name: /Estamos confirmando tu cuenta/ })).toBeVisible()
  await shoot(page, 'worker-confirming-account')
  await planFaults()
}

/** An offer whose account the bank confirmed, and one whose account it holds for somebody else. */
async function shootOffers(page: Page) {
  const verified = await makeWorker('Noemí')
  const offer = await makeOffer(verified.token, 9300)
  await waitForBank(offer, verified.token)
  await signInAs(page, verified.token)
  await visit(page, `app/credit-detail/${offer}`, 'worker-offer-confirmed')
  const other = await makeWorker('Pilar')
  await setHolder(await clabeOf(other.token), { name: 'ROSA GARCIA RUIZ', rfc: 'GARR850312QX1' })
  const refused = await makeOffer(other.token, 9400)
  await waitForBank(refused, other.token)
  await signInAs(page, other.token)
  await visit(page, `app/credit-detail/${refused}`, 'worker-offer-other-holder')
  return { refused, user: other.id }
}

/** Takes screenshots of who holds an account: the worker's offer and waiting, and what staff see and decide. */
export async function shootAccounts(page: Page) {
  const { refused, user } = await shootOffers(page)
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await visit(page, '', 'staff-dashboard-account')
  await visit(page, 'tesoreria/cuentas', 'staff-accounts')
  await visit(page, 'tesoreria/cuentas?status=mismatch', 'staff-accounts-mismatch')
  await page.getByRole('row', { name: /ROSA GARCIA/ }).click()
  await expect(page.getByRole('button', { name: 'Aceptar de todos modos' })).toBeVisible()
  await shoot(page, 'staff-account')
  await page.getByRole('button', { name: 'Aceptar de todos modos' }).click()
  await shoot(page, 'staff-account-accept')
  await visit(page, `detalle-credito/${refused}`, 'staff-credit-account')
  await visit(page, `usuarios?ver=${user}`, 'staff-user-account')
  await visit(page, 'configuracion/dinero', 'staff-settings-money')
  await shootWaiting(page)
}
