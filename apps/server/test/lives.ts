import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import type { TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import type { Answer, Caller } from './persistent-caller.ts'
import { signatureUrl } from './png.ts'

/** A loan that was accepted, paid out and partly paid back. */
export interface Life {
  loan_id: number
  account: string
  tracking_key: string
  /** In pesos. */
  amount: number
}

const ided = z.object({ id: z.number() })
const debt = z.object({ suggested_payment: z.number(), amount_due: z.number() })
const accepted = z.object({ loan: ided, order: z.object({ tracking_key: z.string() }) })

/** Request headers of a signed-in worker and staff user. */
export interface People {
  worker: Record<string, string>
  staff: Record<string, string>
  /** The worker's CLABE; no other worker has it. */
  account: string
}

/** Inserts a worker and a manager and signs both in. The database must be running. */
export async function makePeople(ctx: TestContext): Promise<People> {
  const person = await makeWorker(ctx)
  const staff = await signIn(ctx, await makeStaff(ctx))
  return { worker: await signIn(ctx, person), staff, account: person.debit_card_number ?? '' }
}

/** The worker requests a credit (`amount` in pesos), staff approve it, and the worker reads the contract. */
async function reachOffer(caller: Caller, { worker, staff }: People, amount: number) {
  const created = await caller.call('/loan', {
    method: 'POST',
    headers: worker,
    key: randomUUID(),
    body: { type: 'credit', amount, period: 12 },
  })
  expect(created).toMatchObject({ status: 201 })
  const { id: loan_id } = ided.parse(created.body)
  const approved = await caller.call(`/loan/${loan_id}`, {
    method: 'PATCH',
    headers: staff,
    key: randomUUID(),
    body: { status: 'APP' },
  })
  expect(approved).toMatchObject({ status: 200 })
  const contract = await caller.call(`/contract/${loan_id}`, { method: 'POST', headers: worker })
  expect(contract).toMatchObject({ status: 200 })
  return { loan_id, contract_sha256: contract.etag }
}

type Accept = () => Promise<Answer>

/** Repeats the acceptance until it returns 200; all answers must have the same tracking key, which it returns. */
async function acceptUntilPaid(accept: Accept, stop: AbortSignal): Promise<string> {
  const keys = new Set<string>()
  for (;;) {
    const answer = await accept()
    if (answer.status !== 202) expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    keys.add(accepted.parse(answer.body).order.tracking_key)
    expect([...keys]).toHaveLength(1)
    if (answer.status === 200) return [...keys].join()
    await sleep(300, undefined, { signal: stop })
  }
}

async function pay(caller: Caller, { staff }: People, loan_id: number) {
  const loan = await caller.call(`/loan/${loan_id}`, { method: 'GET', headers: staff })
  expect(loan).toMatchObject({ status: 200 })
  const { suggested_payment, amount_due } = debt.parse(loan.body)
  const body = { loan_request: loan_id, amount_paid: suggested_payment, previous_amount_due: amount_due }
  const paid = await caller.call('/loan/payment', { method: 'POST', headers: staff, key: randomUUID(), body })
  expect(paid).toMatchObject({ status: 201 })
}

interface Plan {
  amount: number
  payments: number
  /** Sends the acceptance; default: one call at a time until there is a definite answer. */
  accept?: (path: string, request: Parameters<Caller['call']>[1]) => Promise<Answer>
  stop: AbortSignal
}

/** Takes a loan from its request to `payments` payments while servers may be killed at any time. */
export async function liveLoan(caller: Caller, people: People, plan: Plan): Promise<Life> {
  const { loan_id, contract_sha256 } = await reachOffer(caller, people, plan.amount)
  const place = { latitude: 25.6866, longitude: -100.3161, accuracy: 12 }
  const request = {
    method: 'POST' as const,
    headers: people.worker,
    key: randomUUID(),
    body: { signature: signatureUrl, ...place, contract_sha256 },
  }
  const send = plan.accept ?? caller.call
  const accept = () => send(`/loan/${loan_id}/accept`, request)
  const tracking_key = await acceptUntilPaid(accept, plan.stop)
  for (let count = 0; count < plan.payments; count += 1) await pay(caller, people, loan_id)
  // A repeated call returns the same answer; an acceptance with a new key gets 409.
  const again = await accept()
  expect(again).toMatchObject({ status: 200, replayed: true, body: { order: { tracking_key } } })
  const anew = await caller.call(`/loan/${loan_id}/accept`, { ...request, key: randomUUID() })
  expect(anew).toMatchObject({ status: 409 })
  return { loan_id, account: people.account, tracking_key, amount: plan.amount }
}
