import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import type { TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import type { Answer, Caller } from './persistent-caller.ts'
import { signatureUrl } from './png.ts'

export interface Life {
  loan_id: number
  account: string
  tracking_key: string
  /** Pesos. */
  amount: number
}

const ided = z.object({ id: z.number() })
const debt = z.object({ suggested_payment: z.number(), amount_due: z.number() })
const accepted = z.object({ loan: ided, order: z.object({ tracking_key: z.string() }) })

export interface People {
  worker: Record<string, string>
  staff: Record<string, string>
  /** The worker's, and nobody else's. */
  account: string
}

/** A worker, and somebody who decides, signed in: written to the database, which must be there. */
export async function makePeople(ctx: TestContext): Promise<People> {
  const person = await makeWorker(ctx)
  const staff = await signIn(ctx, await makeStaff(ctx))
  return { worker: await signIn(ctx, person), staff, account: person.debit_card_number ?? '' }
}

/** Asked for by the worker, approved by staff, its contract read. */
async function reachOffer(caller: Caller, { worker, staff }: People, amount: number) {
  const asked = await caller.call('/loan', {
    method: 'POST',
    headers: worker,
    key: randomUUID(),
    body: { type: 'credit', amount, period: 12 },
  })
  expect(asked).toMatchObject({ status: 201 })
  const { id: loan_id } = ided.parse(asked.body)
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

/** Signs, and goes on asking with the same key until the money is on its way; every answer is about one order. */
async function acceptUntilPaid(accept: Accept, stop: AbortSignal): Promise<string> {
  const keys = new Set<string>()
  for (;;) {
    const answer = await accept()
    if (answer.status !== 202) expect(answer).toMatchObject({ status: 200 })
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
  /** How the acceptance is sent: by default in one call at a time, until there is an answer. */
  accept?: (path: string, request: Parameters<Caller['call']>[1]) => Promise<Answer>
  stop: AbortSignal
}

/** A loan from its request to some payments, over a network whose servers die at any moment. */
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
  // The phone never saw that answer: the same call says the same, and a new signature is a conflict.
  const again = await accept()
  expect(again).toMatchObject({ status: 200, replayed: true, body: { order: { tracking_key } } })
  const anew = await caller.call(`/loan/${loan_id}/accept`, { ...request, key: randomUUID() })
  expect(anew).toMatchObject({ status: 409 })
  return { loan_id, account: people.account, tracking_key, amount: plan.amount }
}
