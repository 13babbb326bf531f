import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { call, signInByHttp } from './http.ts'

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
