import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { acceptByHttp, approveByHttp, makeSignedCredit, requestLoanByHttp } from './loan-commands.ts'
import { planFaults, readStpBooks } from './stp.ts'
import { makeWorker } from './workers.ts'

const pollOptions = { timeout: 60_000 }
const readManagerToken = async () => (await signInByHttp('gerente@demo.quincena.mx')).token

/** A new worker with their full name and the account that payouts go to. */
export async function makePayer(first_name: string) {
  const { token, id, last_name } = await makeWorker(first_name)
  const { json } = await call(`/auth/user/${id}`, { token: await readManagerToken() })
  return { token, id, name: `${first_name} ${last_name}`, account: String(json.debit_card_number) }
}

/** Reads a loan as staff see it; amounts in pesos. */
export async function readLoan(id: number) {
  return (await call(`/loan/${id}`, { token: await readManagerToken() })).json
}

/** Makes a credit of 6,120 pesos whose money has arrived. */
export async function makePaidOutCredit(token: string) {
  const loan = await makeSignedCredit(token, 6120)
  const manager = await readManagerToken()
  const state = async () => (await call(`/stp?loan=${loan.id}`, { token: manager })).json.results[0].state
  await expect.poll(state, pollOptions).toBe('LQ')
  return loan
}

/** Makes a credit that its worker has paid in full at a bank. */
export async function makeSettledCredit(token: string) {
  const loan = await makePaidOutCredit(token)
  const manager = await readManagerToken()
  const payoff = (await call(`/loan/${loan.id}/payoff`, { token: manager })).json
  const body = {
    ...{ loan_request: loan.id, previous_amount_due: payoff.amount_due, channel: 'transfer' },
    amount_paid: payoff.amount,
  }
  const paid = await call('/loan/payment', { token: manager, method: 'POST', key: randomUUID(), body })
  expect(paid.status, paid.bytes.toString()).toBe(201)
  return loan
}

/**
 * Makes an order in review of which the books know nothing: STP takes it, answers that it refused it, and settles it.
 * `amount`, in pesos, is one that no other order of the test has.
 */
export async function makeRefusedAndPaidOrder(token: string, amount: number) {
  const loan = await requestLoanByHttp(token, { type: 'credit', amount, period: 6 })
  await approveByHttp(loan.id)
  await planFaults({
    ...{ on: 'register', action: 'refuse', when: 'after', amount },
    ...{ id: -11, message: 'El tipo de cuenta 40 es invalido' },
  })
  await acceptByHttp(loan.id, token)
  const manager = await readManagerToken()
  const read = async () => (await call(`/stp?loan=${loan.id}`, { token: manager })).json.results[0]
  await expect.poll(async () => (await read())?.needs_review, pollOptions).toBe(true)
  return { ...loan, tracking_key: String((await read()).tracking_key) }
}

/**
 * The lender's account by the simulator's own books, in centavos: its balance, and what came and went since the first
 * `skipped` movements. Orders that tests import may be of other accounts.
 */
export async function readOwnAccount(skipped = 0) {
  const { json } = await call('/treasury/cash-movements?kind=opening', { token: await readManagerToken() })
  const own: string = json.results[0].account
  const { movements, accounts } = await readStpBooks()
  const moved = movements.filter(({ account }) => account === own).map(({ saldo_cents }) => saldo_cents)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const changes = moved.slice(skipped)
  const balance = accounts.find(({ account }) => account === own)
  return {
    count: moved.length,
    received: sum(changes.filter((change) => change > 0)),
    paid: -sum(changes.filter((change) => change < 0)),
    balance: balance?.saldo ?? 0,
    pending: balance?.cargosPendientes ?? 0,
  }
}
