import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { signature } from './signature.ts'

/** Requests a loan over HTTP, for tests about later steps. `amount` is in pesos, `period` in months. */
export async function requestLoanByHttp(
  token: string,
  body: { type: 'credit' | 'advance'; amount: number; period?: number },
) {
  const response = await call('/loan/', { method: 'POST', token, key: randomUUID(), body })
  expect(response.status, response.bytes.toString()).toBe(201)
  return response.json as { id: number; folio: string; total_debt: number }
}

/** The manager approves a loan over HTTP. */
export async function approveByHttp(id: number) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const approved = await call(`/loan/${id}`, { method: 'PATCH', token, body: { status: 'APP' } })
  expect(approved.status, approved.bytes.toString()).toBe(200)
}

/** Reads the contract of an offer as the worker app does; returns its SHA-256. */
async function showContract(loan: number, token: string): Promise<string> {
  const { status, headers, bytes } = await call(`/contract/${loan}`, { method: 'POST', token })
  expect(status).toBe(200)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return (headers.get('etag') ?? '').replaceAll('"', '')
}

/** The worker accepts an offer over HTTP once the bank has confirmed the account, for tests about later steps. */
export async function acceptByHttp(loan: number, token: string, key: string = randomUUID()) {
  const contract_sha256 = await showContract(loan, token)
  const body = { signature, latitude: 25.6714, longitude: -100.309, accuracy: 12, contract_sha256 }
  const account = async () => (await call(`/loan/${loan}`, { token })).json.account_check?.obstacle ?? null
  await expect.poll(account, { timeout: 30_000 }).toBeNull()
  return call(`/loan/${loan}/accept`, { method: 'POST', token, key, body })
}

/** Requests, approves and accepts a credit over HTTP; waits until STP has its order. `amount` is in pesos. */
export async function makeSignedCredit(token: string, amount: number) {
  const loan = await requestLoanByHttp(token, { type: 'credit', amount, period: 6 })
  await approveByHttp(loan.id)
  const accepted = await acceptByHttp(loan.id, token)
  expect([200, 202], accepted.bytes.toString()).toContain(accepted.status) // 202: STP has not answered yet
  const readState = async () => (await call(`/loan/${loan.id}`, { token })).json.state
  await expect.poll(readState, { timeout: 30_000 }).not.toBe('disbursing')
  return { ...loan, tracking_key: String(accepted.json.order.tracking_key) }
}

/** The admin pauses or resumes all payouts. */
export async function pausePayouts(paused: boolean) {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const body = { paused, reason: 'STP avisó de un mantenimiento.' }
  expect((await call('/stp/payouts', { method: 'PUT', token, body })).status).toBe(200)
}
