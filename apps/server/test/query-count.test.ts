import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../src/people/auth/commands/hash-password.ts'
import { catchStatements, type Statement } from './caught-statements.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import { findLoan, lastOrder, makeActiveLoan, makeLoan, showContract } from './loans.ts'
import { signatureUrl } from './png.ts'

/** Statements of a list for a page of any size; at most 6 [B2.44]. */
const lists = {
  '/auth/users?user_type=U2': 3,
  '/company/?': 2,
  '/loan?': 3,
  '/loan?type=credit': 3,
  '/stp?': 3,
  '/loan/payment?': 3,
  '/audit?': 3,
  '/notification/?': 3,
}

/** Statements of other requests of the staff app. */
const staffReads = {
  '/loan/LOAN': 8,
  '/loan/LOAN/payoff': 3,
  '/auth/user/WORKER': 2,
  '/company/COMPANY': 2,
  '/stp/ORDER': 8,
  '/activity/loan/LOAN?page_size=20': 5,
  '/search?search=ana': 7,
  '/dashboard/charts': 4,
  '/auth/user': 2,
  '/notification/unread-count': 2,
  '/loan/limits': 2,
}

/** Statements of the requests of the worker's home and of a loan's screen. */
const workerReads = {
  '/auth/user': 2,
  '/loan?open=true&ordering=-created_at&page_size=20': 3,
  '/notification/unread-count': 2,
  '/loan/LOAN': 8,
  '/loan/account/WORKER': 3,
}

/** Messages with statements of commands, transactions included: those of one message count as one. */
const commands = {
  'the summary of the dashboard': 2,
  'a sign-in on a known device': 7,
  'a request of a credit': 17,
  'an approval of a request': 31,
  'an acceptance of an offer, until its order waits to be sent': 28,
  'a payment of a loan': 5,
}

type Headers = Record<string, string>
type Caller = 'staff' | 'worker'

let ctx: TestContext
let headers: Record<Caller, Headers>
let places: Record<string, number>

beforeAll(async () => {
  ctx = await createTestContext()
  const admin = await makeStaff(ctx, 'U0')
  const staff = await signIn(ctx, admin)
  for (let index = 0; index < 12; index += 1) {
    const { worker } = await makeLoan(ctx, { state: 'approved' })
    const notice = { title: 'Hola', message: 'Prueba', created_at: '2026-11-20T16:00:00Z' }
    await ctx.deps.db
      .insertInto('notification')
      .values([worker, admin].map(({ id }) => ({ ...notice, recipient_id: id })))
      .execute()
  }
  // The newest loans are paid out: the figures of each follow from its contract and its payments.
  for (let index = 0; index < 6; index += 1) await makePaidLoan(staff)
  const { loan, worker } = await makePaidLoan(staff)
  headers = { staff, worker: await signIn(ctx, worker) }
  places = {
    ...{ LOAN: loan.id, WORKER: worker.id, COMPANY: Number(worker.company_id) },
    ORDER: (await lastOrder(ctx, loan.id)).id,
  }
})

async function paymentCall(loan: { id: number }, staff: Headers): Promise<InjectOptions> {
  const { amount_due_cents } = await findLoan(ctx, loan.id)
  return {
    ...{ method: 'POST', url: `${ctx.api}/loan/payment` },
    headers: { ...staff, 'idempotency-key': randomUUID() },
    payload: { loan_request: loan.id, amount_paid: 50, previous_amount_due: amount_due_cents / 100 },
  }
}

async function makePaidLoan(staff: Headers) {
  const made = await makeActiveLoan(ctx)
  const { statusCode } = await ctx.app.inject(await paymentCall(made.loan, staff))
  expect(statusCode).toBe(201)
  return made
}

/** A process sends one and reads the events for all commits of a moment, often after the answer. */
const isOfEvents = ([first]: readonly Statement[]) =>
  first?.text.startsWith('notify ') || first?.text.includes('from event_outbox')

async function count(call: InjectOptions): Promise<number> {
  const { result, messages } = await catchStatements(async () => await ctx.app.inject(call))
  expect([result.statusCode, result.body]).toEqual([expect.toSatisfy((status) => status < 300), result.body])
  const counted = messages.filter((message) => !isOfEvents(message))
  expect(counted.length).toBeGreaterThan(0)
  return counted.length
}

/** Number of statements of a GET that was sent before, so that what a process reads once does not count. */
async function countRead(caller: Caller, path: string): Promise<number> {
  const url = Object.entries(places).reduce(
    (text, [name, id]) => text.replace(name, String(id)),
    `${ctx.api}${path}`,
  )
  const call = { url, headers: headers[caller] }
  await count(call)
  return count(call)
}

test.each(Object.entries(lists))(
  'GET %s runs %i statements, for one row as for many [B2.44]',
  async (path, expected) => {
    expect(expected).toBeLessThanOrEqual(6)
    expect(await countRead('staff', `${path}&page_size=1`)).toBe(expected)
    expect(await countRead('staff', `${path}&page_size=50`)).toBe(expected)
  },
)

test.each(Object.keys(lists))('GET %s has more rows than one', async (path) => {
  const url = `${ctx.api}${path}&page_size=50`
  const { results } = (await ctx.app.inject({ url, headers: headers.staff })).json()
  const most = ['/auth/users?user_type=U2', '/company/?', '/loan?'].includes(path) ? 12 : 2
  expect(results.length).toBeGreaterThanOrEqual(most)
})

test.each(Object.entries(staffReads))('GET %s of staff runs %i statements', async (path, expected) => {
  expect(await countRead('staff', path)).toBe(expected)
})

test.each(Object.entries(workerReads))('GET %s of a worker runs %i statements', async (path, expected) => {
  expect(await countRead('worker', path)).toBe(expected)
})

/** Makes a call of each command; two calls of one command change different records. */
const calls: Record<keyof typeof commands, () => Promise<InjectOptions>> = {
  'the summary of the dashboard': async () => ({
    ...{ method: 'POST', url: `${ctx.api}/loan/summary`, headers: headers.staff },
    payload: { year: 2026 },
  }),
  'a sign-in on a known device': async () => {
    const password = 'Quincena-2026'
    const { email } = await makeWorker(ctx, { password_hash: await hashPassword(password) })
    const payload = { email, password, device: 'ab'.repeat(16) }
    const call: InjectOptions = { method: 'POST', url: `${ctx.api}/auth/login`, payload }
    await count(call)
    return call
  },
  'a request of a credit': async () => ({
    ...{ method: 'POST', url: `${ctx.api}/loan` },
    headers: { ...(await signIn(ctx, await makeWorker(ctx))), 'idempotency-key': randomUUID() },
    payload: { type: 'credit', amount: 5000, period: 6 },
  }),
  'an approval of a request': async () => ({
    ...{ method: 'PATCH', url: `${ctx.api}/loan/${(await makeLoan(ctx)).loan.id}` },
    headers: { ...headers.staff, 'idempotency-key': randomUUID() },
    payload: { status: 'APP' },
  }),
  'an acceptance of an offer, until its order waits to be sent': async () => {
    const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
    const contract_sha256 = await showContract(ctx, { loan, worker })
    return {
      ...{ method: 'POST', url: `${ctx.api}/loan/${loan.id}/accept` },
      headers: { ...(await signIn(ctx, worker)), 'idempotency-key': randomUUID() },
      payload: {
        signature: signatureUrl,
        latitude: 25.6866,
        longitude: -100.3161,
        accuracy: 12,
        contract_sha256,
      },
    }
  },
  'a payment of a loan': async () => paymentCall((await makeActiveLoan(ctx)).loan, headers.staff),
}

/** In STP's nightly pause an acceptance waits for no answer, so it reads its order once. */
const pause = '2026-11-21T05:57:00Z'
const day = '2026-11-20T16:00:00Z'

test.each(Object.entries(commands))('%s sends %i messages with statements', async (name, expected) => {
  const makeCall = Object.entries(calls).find(([key]) => key === name)?.[1] ?? expect.unreachable(name)
  ctx.setNow(name.startsWith('an acceptance') ? pause : day)
  try {
    await count(await makeCall())
    expect(await count(await makeCall())).toBe(expected)
  } finally {
    ctx.setNow(day)
  }
})
