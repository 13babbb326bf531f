import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import {
  findLoan,
  lastOrder,
  makeActiveLoan,
  makeUnansweredOrder,
  ordersOf,
  sendState,
  signIn,
  whileSending,
} from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import { sweepTransfers } from '../../treasury/transfers/commands/sweep-transfers.ts'
import { getPayment } from '../payments/queries/payments.ts'

let ctx: TestContext
let first: Awaited<ReturnType<typeof makeAdmin>>
let second: Awaited<ReturnType<typeof makeAdmin>>

async function makeAdmin() {
  const user = await makeStaff(ctx, 'U0')
  return { user, headers: await signIn(ctx, user) }
}

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
  first = await makeAdmin()
  second = await makeAdmin()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))
afterEach(() => ctx.simulator.faults.clear())

type Headers = Record<string, string>
type Route = `${'POST' | 'PUT'} ${string}`

function call(headers: Headers, route: Route, payload: object = {}) {
  const [method, path] = route.split(' ') as ['POST' | 'PUT', string]
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, headers: keyed, payload })
}

/** The limit above which two people act, in pesos. */
async function setLimit(approval: number) {
  const { json } = await ctx.app.inject({ url: `${ctx.api}/loan/limits`, headers: first.headers })
  const asked = await call(first.headers, 'PUT /loan/limits', { ...json(), approval })
  if (asked.statusCode === 200) return
  expect((await authorize(second.headers, asked.json().approval.id)).statusCode).toBe(200)
}

const authorize = (headers: Headers, id: number) => call(headers, `POST /approvals/${id}/approve`)

/** Makes a call that asks for a second person and lets that person allow it; the first one cannot. */
async function expectTwo(route: Route, payload: object, action: string) {
  const asked = await call(first.headers, route, payload)
  expect([asked.statusCode, asked.json().approval?.action]).toEqual([202, action])
  const { id } = asked.json().approval
  expect((await call(second.headers, route, payload)).json().code).toBe('approval.already_open')
  expect((await authorize(first.headers, id)).json().code).toBe('approval.own')
  return { allow: () => authorize(second.headers, id) }
}

async function makeReturned() {
  const active = await makeActiveLoan(ctx)
  ctx.simulator.act(active.order.tracking_key, 'return', 3)
  await sendState(ctx, active.order, { estado: 'D', causaDevolucion: 3 })
  await ctx.drain(['ask-transfer'])
  expect((await findLoan(ctx, active.loan.id)).state).toBe('payout_returned')
  return active
}

test('cancelling a returned loan: one person at the limit, two above it', async () => {
  const [small, large] = [await makeReturned(), await makeReturned()]
  const reason = { reason: 'Ya no lo quiere' }
  await setLimit(10_000)
  expect((await call(first.headers, `POST /loan/${small.loan.id}/cancel`, reason)).statusCode).toBe(200)
  await setLimit(9_999.99)
  const { allow } = await expectTwo(`POST /loan/${large.loan.id}/cancel`, reason, 'loan.cancel')
  expect((await findLoan(ctx, large.loan.id)).state).toBe('payout_returned')
  expect((await allow()).statusCode).toBe(200)
  expect(await findLoan(ctx, large.loan.id)).toMatchObject({ rejection_reason: 'Ya no lo quiere' })
  expect((await findLoan(ctx, large.loan.id)).state).toBe((await findLoan(ctx, small.loan.id)).state)
})

test('sending a returned payout again above the limit: no order before the second person, one after', async () => {
  const { loan } = await makeReturned()
  await setLimit(5000)
  const { allow } = await expectTwo('PUT /stp/dispersion', { data: { loan: loan.id } }, 'loan.resend')
  expect(await ordersOf(ctx, loan.id)).toHaveLength(1)
  expect((await whileSending(ctx, allow)).statusCode).toBe(200)
  await ctx.drain(['send-transfer'])
  expect(await ordersOf(ctx, loan.id)).toHaveLength(2)
  expect(await lastOrder(ctx, loan.id)).toMatchObject({ attempt: 2, status: 'sent' })
})

test('reversing a payment above the limit changes nothing before the second person', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const unpaid = await findLoan(ctx, loan.id)
  const payment_id = await registerPayment(ctx, asAdmin(first.user), { loan, amount: 200_000 })
  await setLimit(1999.99)
  const before = await findLoan(ctx, loan.id)
  const route = `POST /loan/payment/${payment_id}/reverse` as const
  const { allow } = await expectTwo(route, { reason: 'Se registró dos veces' }, 'payment.reverse')
  expect(await findLoan(ctx, loan.id)).toEqual(before)
  expect((await allow()).statusCode).toBe(200)
  expect((await getPayment(ctx.deps.db, payment_id)).reversed_at).not.toBeNull()
  expect((await findLoan(ctx, loan.id)).amount_due_cents).toBe(unpaid.amount_due_cents)
})

test('resolving an order in review above the limit needs two; an order resolved meanwhile is refused', async () => {
  const [resolved, changed] = await Promise.all([makeUnansweredOrder(ctx), makeUnansweredOrder(ctx)])
  const refusal = { on: 'register', action: 'refuse', id: -200, message: 'PLD' } as const
  ctx.simulator.faults.set([refusal, refusal])
  ctx.setNow('2026-11-20T16:00:40Z')
  await sweepTransfers(ctx.deps)
  ctx.simulator.faults.clear()
  await setLimit(5000)
  const body = { outcome: 'not_sent', reason: 'El banco lo confirma' }
  const ask = ({ order }: typeof resolved) =>
    expectTwo(`POST /stp/${order.id}/resolve`, body, 'transfer.resolve')
  expect((await lastOrder(ctx, resolved.loan.id)).status).toBe('review')
  const [forResolved, forChanged] = [await ask(resolved), await ask(changed)]
  expect((await lastOrder(ctx, resolved.loan.id)).status).toBe('review')
  expect((await forResolved.allow()).statusCode).toBe(200)
  expect((await lastOrder(ctx, resolved.loan.id)).status).toBe('failed')

  await setLimit(50_000)
  const alone = await call(first.headers, `POST /stp/${changed.order.id}/resolve`, body)
  expect(alone.statusCode).toBe(200)
  const late = await forChanged.allow()
  expect([late.statusCode, late.json().code]).toEqual([409, 'approval.subject_changed'])
})
