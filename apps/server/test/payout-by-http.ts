import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import { signatureUrl } from './png.ts'
import type { ServerProcess } from './server-process.ts'

type Headers = Record<string, string>

/** An approved loan, with its worker's request headers. */
export interface Offer {
  loan_id: number
  /** The worker's CLABE; no other worker has it. */
  account: string
  contract_sha256: string
  headers: Headers
}

async function call(url: string, method: string, { headers, body }: { headers: Headers; body?: unknown }) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(url, { method, headers: { ...headers, ...json }, body: JSON.stringify(body) ?? null })
}

/** Over HTTP: a worker requests a credit, staff approve it, and the worker reads the contract. */
export async function offerByHttp(ctx: TestContext, { api }: ServerProcess): Promise<Offer> {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  const staff = await signIn(ctx, await makeStaff(ctx))
  const created = await call(`${api}/loan/`, 'POST', {
    headers,
    body: { type: 'credit', amount: 10_000, period: 12 },
  })
  expect(created.status).toBe(201)
  const { id: loan_id }: { id: number } = await created.json()
  const approved = await call(`${api}/loan/${loan_id}`, 'PATCH', { headers: staff, body: { status: 'APP' } })
  expect(approved.status).toBe(200)
  const contract = await call(`${api}/contract/${loan_id}`, 'POST', { headers })
  expect(contract.status).toBe(200)
  await contract.body?.cancel()
  const contract_sha256 = contract.headers.get('etag')?.replaceAll('"', '') ?? ''
  return { loan_id, account: worker.debit_card_number ?? '', contract_sha256, headers }
}

/** Result of an acceptance; status `cut`: the connection ended because the server was killed. */
export interface Outcome {
  status: number | 'cut'
  replayed: boolean
  body: unknown
}

/** Sends the acceptance over HTTP; with the key of an earlier call it repeats that call. */
export async function acceptByHttp(
  { api }: ServerProcess,
  { loan_id, contract_sha256, headers }: Offer,
  key: string = randomUUID(),
): Promise<Outcome> {
  const place = { latitude: 25.6866, longitude: -100.3161, accuracy: 12 }
  const request = {
    headers: { ...headers, 'idempotency-key': key },
    body: { signature: signatureUrl, ...place, contract_sha256 },
  }
  try {
    const answer = await call(`${api}/loan/${loan_id}/accept`, 'POST', request)
    const replayed = answer.headers.get('idempotent-replay') === 'true'
    return { status: answer.status, replayed, body: await answer.json() }
  } catch (error) {
    if (error instanceof TypeError) return { status: 'cut', replayed: false, body: null }
    throw error
  }
}
