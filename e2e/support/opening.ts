import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { reconcileByHttp } from './reconciliation.ts'
import { stpUrl } from './server-address.ts'

const pollOptions = { timeout: 60_000 }
const post = () => ({ method: 'POST', key: randomUUID() }) as const

interface Check {
  id: number
  checked_at: string
  verdict: string
  difference: number
}

/** The last check of the balance at STP; `difference` in pesos. */
async function readCheck(token: string): Promise<Check | null> {
  return (await call('/treasury/balance', { token })).json.check
}

/** The operating day of the simulator, `YYYY-MM-DD`. */
export async function operatingDay(): Promise<string> {
  const { operating_day } = await (await fetch(`${stpUrl}/admin/clock`)).json()
  return String(operating_day).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

/** Undoes the opening balance: the manager asks for it and the admin approves. The next check finds it missing. */
export async function undoOpening() {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const manager = (await signInByHttp('gerente@demo.quincena.mx')).token
  const { json } = await call('/treasury/cash-movements?kind=opening&state=recorded', { token })
  const asked = await call(`/treasury/cash-movements/${json.results[0].id}/reverse`, {
    ...{ ...post(), token: manager, body: { reason: 'Falta revisar el estado de cuenta de STP' } },
  })
  expect(asked.status, asked.bytes.toString()).toBe(202)
  const approved = await call(`/approvals/${asked.json.approval.id}/approve`, { ...post(), token, body: {} })
  expect(approved.status, approved.bytes.toString()).toBe(200)
  await expect.poll(async () => (await readCheck(token))?.verdict, pollOptions).toBe('unopened')
}

/** Waits until a check finds STP's balance equal to the books. */
export async function awaitVerified() {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  await expect.poll(async () => (await readCheck(token))?.verdict, pollOptions).toBe('verified')
}

/**
 * Makes the books agree with STP: earlier tests leave orders that STP and the books see differently for good. What they
 * differ by becomes part of a new opening balance.
 */
export async function agreeWithStp() {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const since = Date.now()
  await reconcileByHttp(await operatingDay())
  const isChecked = async () => Date.parse((await readCheck(token))?.checked_at ?? '') >= since
  await expect.poll(isChecked, pollOptions).toBe(true)
  if ((await readCheck(token))?.verdict === 'verified') return
  await undoOpening()
  const check = await readCheck(token)
  const body = { check: check?.id, amount: check?.difference }
  const opened = await call('/treasury/balance/opening', { ...post(), token, body })
  expect(opened.status, opened.bytes.toString()).toBe(201)
  await awaitVerified()
}
