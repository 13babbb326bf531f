import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeStaff, signIn } from '../../../test/factories.ts'
import {
  findLoan,
  lastOrder,
  makeActiveLoan,
  ordersOf,
  sendState,
  whileSending,
} from '../../../test/loans.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
})

interface Admin {
  id: number
}
type Route = `${'PATCH' | 'POST' | 'PUT'} ${string}`

/** Makes a call of an admin in a session of now. */
async function callAs(admin: Admin, route: Route, payload: object = {}) {
  const [method, path] = route.split(' ') as ['PATCH' | 'POST' | 'PUT', string]
  const headers = { ...(await signIn(ctx, admin)), 'idempotency-key': randomUUID() }
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, headers, payload })
}

const resend = (admin: Admin, loan: { id: number }) =>
  whileSending(ctx, () => callAs(admin, 'PUT /stp/dispersion', { data: { loan: loan.id } }))

const account = makeClabe(777_001)
const changeAccount = (admin: Admin, worker: { id: number }) =>
  callAs(admin, `PATCH /auth/user/${worker.id}/update`, {
    ...{ debit_card_number: account, bank: '40012', bank_account_number: '00000777001' },
  })

/** Another admin approves the open request of an action. */
async function approveOpen(admin: Admin, action: string) {
  const query = ctx.deps.db.selectFrom('approval').select('id').where('action', '=', action)
  const { id } = await query.where('state', '=', 'open').executeTakeFirstOrThrow()
  return whileSending(ctx, () => callAs(admin, `POST /approvals/${id}/approve`))
}

async function makeReturned() {
  const active = await makeActiveLoan(ctx)
  ctx.simulator.act(active.order.tracking_key, 'return', 3)
  await sendState(ctx, active.order, { estado: 'D', causaDevolucion: 3 })
  await ctx.drain(['ask-transfer'])
  expect((await findLoan(ctx, active.loan.id)).state).toBe('payout_returned')
  return active
}

/** Before the first payout one admin may change the limits. */
async function limitOneLoan(admin: Admin) {
  const days = { per_approver: 300_000, per_company: 1_000_000, per_lender: 5_000_000, companies: [] }
  const answer = await callAs(admin, 'PUT /loan/limits', { approval: 5000, ...days, version: 0 })
  expect(answer.statusCode).toBe(200)
}

test('an admin does not send a returned loan to an account of their own until another person confirms it', async () => {
  const [insider, other] = [await makeStaff(ctx, 'U0'), await makeStaff(ctx, 'U0')]
  const { loan, worker } = await makeReturned()
  expect((await changeAccount(insider, worker)).statusCode).toBe(200)
  ctx.setNow('2026-11-23T17:00:00Z')
  const refused = await resend(insider, loan)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'resend.worker_unconfirmed'])
  expect(await ordersOf(ctx, loan.id)).toHaveLength(1)

  expect((await approveOpen(other, 'worker.confirm')).statusCode).toBe(200)
  expect((await resend(insider, loan)).statusCode).toBe(200)
  expect(await lastOrder(ctx, loan.id)).toMatchObject({ attempt: 2, beneficiary_account: account })
})

test('the approval of a resend is 409 while the worker, who was changed meanwhile, is unconfirmed', async () => {
  const [insider, other] = [await makeStaff(ctx, 'U0'), await makeStaff(ctx, 'U0')]
  await limitOneLoan(insider)
  const { loan, worker } = await makeReturned()
  expect((await resend(insider, loan)).statusCode).toBe(202)
  await callAs(insider, `PATCH /auth/user/${worker.id}/update`, { biweekly_salary: 9000 })
  const refused = await approveOpen(other, 'loan.resend')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'resend.worker_unconfirmed'])
  expect(await ordersOf(ctx, loan.id)).toHaveLength(1)
  await approveOpen(other, 'worker.confirm')
  expect((await approveOpen(other, 'loan.resend')).statusCode).toBe(200)
  expect(await ordersOf(ctx, loan.id)).toHaveLength(2)
})

test('the approval of a resend shows the account and is stale when it changed meanwhile', async () => {
  const [first, second] = [await makeStaff(ctx, 'U0'), await makeStaff(ctx, 'U0')]
  await limitOneLoan(first)
  const { loan, worker } = await makeReturned()
  const asked = await resend(first, loan)
  const seen = `BBVA, cuenta terminada en ${worker.debit_card_number?.slice(-4)}`
  expect(asked.json().approval.lines).toContainEqual({ label: 'Se deposita en', value: seen })
  await changeAccount(first, worker)
  await approveOpen(second, 'worker.confirm')
  ctx.setNow('2026-11-23T17:00:00Z')
  const late = await approveOpen(second, 'loan.resend')
  expect([late.statusCode, late.json().code]).toEqual([409, 'approval.subject_changed'])
  expect(await ordersOf(ctx, loan.id)).toHaveLength(1)
})
