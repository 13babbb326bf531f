import { expect, type Page } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { decideProof, payByHttp } from './proofs.ts'
import { shoot, signInAs, visit } from './screenshots.ts'

interface Loan {
  id: number
  state: string
  amount_due: number
  user: { id: number }
}

/** A demo advance in force with a debt, if possible of a worker who has a credit in force too. */
async function findPayable(token: string) {
  const loansOf = async (type: string): Promise<Loan[]> =>
    (await call(`/loan?type=${type}&page_size=200&ordering=-created_at`, { token })).json.results
  const isInForce = ({ state, amount_due }: Loan) => state === 'active' && amount_due > 0
  const advances = (await loansOf('advance')).filter(isInForce)
  const credits = (await loansOf('credit')).filter(isInForce)
  const isBorrower = ({ user }: Loan) => credits.some((credit) => credit.user.id === user.id)
  const loan = advances.find(isBorrower) ?? advances[0]
  if (loan === undefined) throw new Error('the demo has no advance in force')
  return loan
}

/** Pays a demo advance with `rest` pesos more than its payoff; once proved, they are a balance to ask back. */
async function overpay(page: Page, rest: number) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const { id, user } = await findPayable(token)
  const deposit = { loan: id, pesos: (payoff: number) => payoff + rest, remainder: 'balance' } as const
  await decideProof(await payByHttp(page, token, deposit), 'approve')
  const { email } = (await call(`/auth/user/${user.id}`, { token })).json
  return { user, token: (await signInByHttp(email)).token }
}

async function shootWorker(page: Page) {
  const worker = await overpay(page, 1_368.55)
  await signInAs(page, worker.token)
  await visit(page, 'app/home', 'worker-home-balance')
  await visit(page, 'app/balance', 'worker-balance')
  const use = page.getByRole('button', { name: /^Usarlo en mi/ })
  if (await use.isVisible()) {
    await use.click()
    await expect(page.getByText('Vas a deber')).toBeVisible()
    await shoot(page, 'worker-balance-use')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Que me lo devuelvan' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'worker-balance-refund')
  await page.getByRole('button', { name: 'Pedir la devolución' }).click()
  await expect(page.getByText(/^Pediste la devolución/)).toBeVisible()
  await shoot(page, 'worker-balance-requested')
  await page.getByRole('button', { name: 'Ya no quiero la devolución' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'worker-balance-withdraw')
  await page.keyboard.press('Escape')
  return worker
}

/** Takes screenshots of a worker's balance in both apps: uses, a refund, the list and the worker's dialog. */
export async function shootBalances(page: Page) {
  const { user } = await shootWorker(page)
  await signInAs(page, (await signInByHttp('gerente@demo.quincena.mx')).token)
  await visit(page, 'tesoreria/saldos', 'staff-balances')
  await visit(page, 'tesoreria/saldos?lista=devoluciones', 'staff-refunds')
  await visit(page, `usuarios?ver=${user.id}&pestana=saldo`, 'staff-user-balance')
}
