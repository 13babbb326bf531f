import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import type { TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import { liveLoan } from './lives.ts'
import type { Answer, Caller } from './persistent-caller.ts'
import type { SimulatorProcess } from './simulator-process.ts'

type Headers = Record<string, string>

/** Who runs errands: the staff of all of them, the callers and STP. */
export interface Office {
  ctx: TestContext
  caller: Caller
  simulator: SimulatorProcess
  manager: Headers
  admin: Headers
  stop: AbortSignal
}

/** Inserts the two staff members that errands need. */
export async function openOffice(parts: Omit<Office, 'manager' | 'admin'>): Promise<Office> {
  const { ctx } = parts
  const [manager, admin] = [await makeStaff(ctx), await makeStaff(ctx, 'U0')]
  return { ...parts, manager: await signIn(ctx, manager), admin: await signIn(ctx, admin) }
}

const requested = z.object({ approval: z.object({ id: z.number() }) })
const found = z.object({ results: z.array(z.object({ id: z.number(), stp_check: z.string() })) })

interface Call {
  path: string
  headers: Headers
  body?: object
}

const post = ({ caller }: Office, { path, headers, body = {} }: Call): Promise<Answer> =>
  caller.call(path, { method: 'POST', headers, key: randomUUID(), body })

const dayOf = ({ ctx }: Office) =>
  ctx.clock.now.toZonedDateTimeISO('America/Mexico_City').toPlainDate().toString()

const pollsPerReading = 15

/** Waits until the server knows from STP that the money arrived; now and then staff have the day reconciled. */
async function awaitConfirmed(office: Office, tracking_key: string): Promise<number> {
  const { caller, manager: headers, stop } = office
  for (let poll = 1; ; poll += 1) {
    const list = await caller.call(`/stp/incoming-payments?search=${tracking_key}`, {
      method: 'GET',
      headers,
    })
    const row = found.parse(list.body).results.find(({ stp_check }) => stp_check === 'confirmed')
    if (row !== undefined) return row.id
    if (poll % pollsPerReading === 0)
      await post(office, { path: `/stp/reconciliation/${dayOf(office)}/run`, headers })
    await sleep(300, undefined, { signal: stop })
  }
}

/**
 * Repeats a request that needs two people until it is taken, and lets the second person approve it. A call whose answer
 * was cut may have been carried out: the repetition is then refused with 409.
 */
async function decideByTwo(office: Office, call: Call): Promise<void> {
  for (;;) {
    const asked = await post(office, call)
    if (asked.status === 202) {
      const { id } = requested.parse(asked.body).approval
      const approved = await post(office, { path: `/approvals/${id}/approve`, headers: office.admin })
      if (approved.status === 200) return
      expect(approved.status, JSON.stringify(approved.body)).toBe(409)
      if (z.object({ code: z.string() }).parse(approved.body).code === 'approval.not_open') return
      await post(office, { path: `/approvals/${id}/withdraw`, headers: call.headers })
    } else expect(asked.status, JSON.stringify(asked.body)).toBe(409)
    await sleep(500, undefined, { signal: office.stop })
  }
}

/** Money arrives at STP, in pesos, whose callback may be lost; returns its id once STP has confirmed it. */
async function receive(office: Office, amount: number): Promise<number> {
  const { company: empresa, payer_account: cuentaBeneficiario } = office.ctx.deps.env.stp
  const claveRastreo = `MANDADO${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await office.simulator.receive({ monto: amount, claveRastreo, empresa, cuentaBeneficiario })
  return awaitConfirmed(office, claveRastreo)
}

/**
 * Runs an errand of `amount` pesos while servers may be killed at any time: a worker asks for a loan, whose account is
 * verified, and is paid out; then money arrives that goes to the worker's balance and is refunded (even numbers), or
 * that goes back to its sender (odd numbers).
 */
export async function runErrand(office: Office, number: number, amount: number): Promise<void> {
  const { ctx, caller, manager, stop } = office
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  const people = { worker: headers, staff: manager, account: worker.debit_card_number ?? '' }
  await liveLoan(caller, people, { amount, payments: 0, stop })
  const id = await receive(office, amount)
  if (number % 2 === 1)
    return decideByTwo(office, {
      path: `/stp/incoming-payments/${id}/return`,
      headers: manager,
      body: { reason: 'No sabemos de quién es' },
    })
  const body = { user: worker.id, amount }
  const given = await post(office, { path: `/stp/incoming-payments/${id}/credit`, headers: manager, body })
  expect(given).toMatchObject({ status: 201 })
  await decideByTwo(office, { path: `/treasury/balances/${worker.id}/refund`, headers, body: { amount } })
}
