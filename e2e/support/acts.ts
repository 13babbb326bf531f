import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { signature } from './signature.ts'

/** Asks for a loan over HTTP, where asking is not what a test is about. */
export async function askByHttp(
  token: string,
  body: { type: 'credit' | 'advance'; amount: number; period?: number },
) {
  const asked = await call('/loan/', { method: 'POST', token, key: randomUUID(), body })
  expect(asked.status, asked.bytes.toString()).toBe(201)
  return asked.json as { id: number; folio: string; total_debt: number }
}

/** The manager approves over HTTP. */
export async function approveByHttp(id: number) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const approved = await call(`/loan/${id}`, { method: 'PATCH', token, body: { status: 'APP' } })
  expect(approved.status, approved.bytes.toString()).toBe(200)
}

/** Reads the contract of an offer as a phone does; its SHA-256. */
async function showContract(loan: number, token: string): Promise<string> {
  const { status, headers, bytes } = await call(`/contract/${loan}`, { method: 'POST', token })
  expect(status).toBe(200)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return (headers.get('etag') ?? '').replaceAll('"', '')
}

/** The worker signs over HTTP, where signing is not what a test is about. */
export async function acceptByHttp(loan: number, token: string, key: string = randomUUID()) {
  const contract_sha256 = await showContract(loan, token)
  const body = { signature, latitude: 25.6714, longitude: -100.309, accuracy: 12, contract_sha256 }
  return call(`/loan/${loan}/accept`, { method: 'POST', token, key, body })
}

/** A worker's credit, asked for, approved and signed over HTTP; STP has its order. */
export async function signedCredit(token: string, amount: number) {
  const loan = await askByHttp(token, { type: 'credit', amount, period: 6 })
  await approveByHttp(loan.id)
  const accepted = await acceptByHttp(loan.id, token)
  expect([200, 202], accepted.bytes.toString()).toContain(accepted.status) // 202: STP takes its time
  const stateNow = async () => (await call(`/loan/${loan.id}`, { token })).json.state
  await expect.poll(stateNow, { timeout: 30_000 }).not.toBe('disbursing')
  return { ...loan, tracking_key: String(accepted.json.order.tracking_key) }
}

/** The admin stops every payout, or lets them go on. */
export async function pausePayouts(paused: boolean) {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const body = { paused, reason: 'STP avisó de un mantenimiento.' }
  expect((await call('/stp/payouts', { method: 'PUT', token, body })).status).toBe(200)
}
