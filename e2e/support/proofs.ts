import { expect, type Page } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { takePhoto } from './photo.ts'

interface Deposit {
  loan: number
  /** What is paid, in pesos, by the payoff of today. */
  pesos: (payoff: number) => number
  remainder?: 'balance'
}

/** Registers a deposit with a voucher over HTTP; `page` draws the voucher. Returns the payment's id. */
export async function payByHttp(
  page: Page,
  token: string,
  { loan, pesos, ...rest }: Deposit,
): Promise<number> {
  const { buffer, mimeType } = await takePhoto(page, { name: 'Ficha', width: 900, height: 600 })
  const form = new FormData()
  form.set('file', new File([new Uint8Array(buffer)], 'ficha-de-deposito.jpg', { type: mimeType }))
  const { voucher } = (await call('/loan/payment-vouchers', { token, method: 'POST', body: form })).json
  const account = (await call('/treasury/bank-accounts', { token })).json.results[0].id
  const quote = (await call(`/loan/${loan}/payoff`, { token })).json
  const amount_paid = Math.round(pesos(quote.amount) * 100) / 100
  const body = {
    ...{ loan_request: loan, previous_amount_due: quote.amount_due, amount_paid },
    ...{ channel: 'deposit', value_date: quote.day, bank_account: account },
    ...{ reference: `DEP-${loan}`, voucher, ...rest },
  }
  const paid = await call('/loan/payment', { token, method: 'POST', key: crypto.randomUUID(), body })
  expect(paid.status, paid.bytes.toString()).toBe(201)
  return Number(paid.json.id)
}

/** A second person decides on the voucher of a payment. */
export async function decideProof(payment: number, decision: 'approve' | 'refuse'): Promise<void> {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const found = await call(`/treasury/payment-proofs?payment=${payment}`, { token })
  const { approval } = found.json.results[0]
  const body = decision === 'refuse' ? { reason: 'La fecha de la ficha es otra.' } : {}
  const key = crypto.randomUUID()
  const decided = await call(`/approvals/${approval}/${decision}`, { token, method: 'POST', key, body })
  expect(decided.status, decided.bytes.toString()).toBe(200)
}
