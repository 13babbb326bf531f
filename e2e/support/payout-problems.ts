import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { makeSignedCredit } from './loan-commands.ts'
import { changeStpOrder, planFaults } from './stp.ts'

const pollOptions = { timeout: 30_000 }

/** Makes a credit whose first payout the bank returns. The fault matches the amount, so tests need different ones. */
export async function makeReturnedCredit(token: string, amount: number) {
  await planFaults({ on: 'settle', action: 'return', cause: 3, amount })
  const loan = await makeSignedCredit(token, amount)
  const state = async () => (await call(`/loan/${loan.id}`, { token })).json.state
  await expect.poll(state, pollOptions).toBe('payout_returned')
  return loan
}

/** Makes an order in review: STP reports the payout of a loan returned after the loan received a payment. */
export async function makeOrderInReview(token: string) {
  const staff = (await signInByHttp('gerente@demo.quincena.mx')).token
  const loan = await makeSignedCredit(token, 6120)
  const order = async () => (await call(`/stp?loan=${loan.id}`, { token: staff })).json.results[0]
  await expect.poll(async () => (await order()).state, pollOptions).toBe('LQ')
  const { amount_due, suggested_payment } = (await call(`/loan/${loan.id}`, { token: staff })).json
  const body = { loan_request: loan.id, amount_paid: suggested_payment, previous_amount_due: amount_due }
  const paid = await call('/loan/payment', { method: 'POST', token: staff, key: randomUUID(), body })
  expect(paid.status).toBe(201)
  await changeStpOrder(loan.tracking_key, 'return', 1)
  await expect.poll(async () => (await order()).needs_review, pollOptions).toBe(true)
  return { ...loan, order: Number((await order()).id) }
}
