import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { acceptCall, findLoan, lastOrder, makeOffer, ordersOf, signIn } from '../../../test/loans.ts'
import { recordOrder } from '../../treasury/transfers/commands/query-transfer.ts'
import { sendTransfer } from '../../treasury/transfers/commands/send-transfer.ts'

const at = '2026-11-20T16:00:00Z'
const reason = 'La persona cambió de opinión'
let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeAdmin>>
let second: Awaited<ReturnType<typeof makeAdmin>>

async function makeAdmin() {
  const user = await makeStaff(ctx, 'U0')
  return { user, headers: await signIn(ctx, user) }
}

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow(at)
  admin = await makeAdmin()
  second = await makeAdmin()
})
beforeEach(() => {
  ctx.setNow(at)
  ctx.simulator.faults.clear()
})

/** Sets the amount, in pesos, above which two people cancel. */
async function setLimit(approval: number) {
  const limits = (await ctx.app.inject({ url: `${ctx.api}/loan/limits`, headers: admin.headers })).json()
  const set = await ctx.app.inject({
    ...{ method: 'PUT', url: `${ctx.api}/loan/limits`, headers: admin.headers },
    payload: { ...limits, approval },
  })
  if (set.statusCode === 202) await decide('approve', set.json().approval.id)
}

const decide = (verb: 'approve' | 'refuse', id: number) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/approvals/${id}/${verb}`, headers: second.headers },
    ...(verb === 'refuse' && { payload: { reason } }),
  })

const readApproval = async (id: number) =>
  (await ctx.app.inject({ url: `${ctx.api}/approvals/${id}`, headers: second.headers })).json()

const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  JSON.parse(body).code,
]

/** Signs an offer whose order waits, as no job runs here. */
async function signed() {
  const made = await makeOffer(ctx)
  const accepting = acceptCall(ctx, made)
  await expect.poll(async () => (await ordersOf(ctx, made.loan.id)).at(-1)?.status).toBe('pending')
  return { ...made, accepting, order: await lastOrder(ctx, made.loan.id) }
}

const cancel = (id: number) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/${id}/cancel`, payload: { reason } },
    headers: { ...admin.headers, 'idempotency-key': randomUUID() },
  })

/** A signed loan above the limit whose cancellation waits for the second person. */
async function makeWaiting() {
  await setLimit(9_999.99)
  const made = await signed()
  const asked = await cancel(made.loan.id)
  expect(asked.statusCode).toBe(202)
  return { ...made, approval_id: Number(asked.json().approval.id) }
}

const auditOf = (id: number) =>
  ctx.deps.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'after'])
    .where('subject', '=', 'approval')
    .where('subject_id', '=', id)
    .where('action', '<>', 'approval.requested')
    .execute()

const noticesOf = (recipient_id: number, reason_key: string) =>
  ctx.deps.db
    .selectFrom('notification')
    .select(['title', 'message'])
    .where('recipient_id', '=', recipient_id)
    .where('reason_key', 'like', reason_key)
    .orderBy('id')
    .execute()

test('the money that leaves first ends the request: the second person gets 409 and the requester a notice', async () => {
  const { loan, order, approval_id } = await makeWaiting()
  await sendTransfer(ctx.deps, order.id)
  expect((await findLoan(ctx, loan.id)).state).toBe('active')
  expect(await readApproval(approval_id)).toMatchObject({
    state: 'stale',
    decider: null,
    decided_at: '2026-11-20T16:00:00.000Z',
  })
  const why = 'El dinero salió antes de que se autorizara.'
  const subject = { action: 'loan.cancel', subject: 'loan', subject_id: loan.id }
  expect(await auditOf(approval_id)).toEqual([
    { action: 'approval.stale', actor_id: null, after: { ...subject, reason: why } },
  ])
  for (const verb of ['approve', 'refuse'] as const)
    expect(codeOf(await decide(verb, approval_id))).toEqual([409, 'approval.not_open'])
  expect(await noticesOf(admin.user.id, `approval-decided:${approval_id}`)).toEqual([
    {
      title: 'Quedó sin efecto: Cancelar un préstamo firmado sin enviar',
      message: expect.stringMatching(/\$10,000\.00 · .+\. Motivo: El dinero salió antes/),
    },
  ])
})

test('an order that STP refuses ends the request, because the loan is an offer again', async () => {
  const { loan, order, approval_id } = await makeWaiting()
  ctx.simulator.faults.set([{ on: 'register', action: 'refuse', id: -22, message: 'no coincide' }])
  await sendTransfer(ctx.deps, order.id)
  expect((await findLoan(ctx, loan.id)).state).toBe('approved')
  expect(await readApproval(approval_id)).toMatchObject({ state: 'stale' })
})

test('a cancellation of one person, after the limit was raised, ends the request', async () => {
  const { loan, approval_id } = await makeWaiting()
  await setLimit(50_000)
  expect((await cancel(loan.id)).statusCode).toBe(200)
  expect(await readApproval(approval_id)).toMatchObject({ state: 'stale' })
})

test('a request whose order another process claims and sends while it is approved is never left open', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { loan, order, approval_id } = await makeWaiting()
    const approving = () => decide('approve', approval_id)
    const sending = () => sendTransfer(ctx.deps, order.id)
    await Promise.all(round % 2 === 0 ? [approving(), sending()] : [sending(), approving()])
    const { state } = await readApproval(approval_id)
    const end = `${(await findLoan(ctx, loan.id)).state} ${state}`
    expect(['cancelled approved', 'active stale']).toContain(end)
  }
})

test('a loan that is cancelled unsent and again after its payout came back notifies the worker twice', async () => {
  await setLimit(50_000)
  const { loan, worker, order } = await signed()
  await cancel(loan.id)
  const report = (states: { state: 'LQ' | 'D'; stp_state: string }) =>
    recordOrder(ctx.deps, order.id, {
      ...{ ...order, id: 77, amount: order.amount_cents, payment_type: 1, ...states },
      ...{ cep_name: null, cep_rfc: null },
    })
  await report({ state: 'LQ', stp_state: 'LQ' })
  const resolved = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/stp/${order.id}/resolve` },
    headers: { ...admin.headers, 'idempotency-key': randomUUID() },
    payload: { outcome: 'settled', reason: 'STP muestra el depósito' },
  })
  expect(resolved.statusCode).toBe(200)
  await report({ state: 'D', stp_state: 'D' })
  expect((await findLoan(ctx, loan.id)).state).toBe('payout_returned')
  expect((await cancel(loan.id)).statusCode).toBe(200)
  const notices = await noticesOf(worker.id, 'cancelled%')
  expect(notices.map(({ message }) => message)).toEqual([
    'Tu crédito de $10,000.00 fue cancelado antes de enviarte el dinero. No debes nada por él.',
    'Tu crédito de $10,000.00 fue cancelado porque el banco devolvió el dinero. No debes nada por él.',
  ])
})
