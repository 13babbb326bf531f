import { randomUUID } from 'node:crypto'
import { formatMoney } from '@quincena/domain/format'
import { cents } from '@quincena/domain/money'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { giveBalance } from '../../../test/creditor.ts'
import { lastOrder, sendState, staffHeaders } from '../../../test/loans.ts'
import { registerDeposit, uploadStatement } from '../../../test/statements.ts'

type Headers = Record<string, string>
let ctx: TestContext
let manager: Headers
let other: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  other = await staffHeaders(ctx)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const post = (url: string, headers: Headers, payload: object = {}) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}${url}`, payload },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })
const refund = (user_id: number, amount: number, headers = manager) =>
  post(`/treasury/balances/${user_id}/refund`, headers, { amount })
const approve = (id: number, headers: Headers) => post(`/approvals/${id}/approve`, headers)

const value_date = '2026-11-20'

/** A deposit of 14,000 pesos, registered by the manager, that settles its loan: the rest is the worker's balance. */
async function makeRest() {
  const more = { remainder: 'balance' }
  const deposit = await registerDeposit(ctx, { headers: manager, amount: 14_000, value_date, more })
  const { user_id } = deposit.loan
  await sendState(ctx, await lastOrder(ctx, deposit.loan.id), { estado: 'LQ' })
  const rest: number = deposit.answer.json().remainder
  const text = `${formatMoney(cents(rest))} del saldo vienen de un pago por comprobar`
  const detail = `${text}: se devuelven cuando se compruebe.`
  return { ...deposit, user_id, rest, detail }
}
type Rest = Awaited<ReturnType<typeof makeRest>>

/** Another person uploads a statement with the deposit; returns the id of its line. */
async function prove({ account, reference }: Rest): Promise<number> {
  const csv = `Fecha,Concepto,Referencia,Depósitos\n20/11/2026,Depósito,${reference},14000.00`
  expect(await uploadStatement(ctx, { account, headers: other, csv })).toMatchObject({ matched: 1 })
  const url = `${ctx.api}/treasury/bank-lines?bank_account=${account}&ordering=-day&search=${reference}`
  return (await ctx.app.inject({ url, headers: manager })).json().results[0].id
}

test('refuses to refund the rest of a deposit until somebody has proved it', async () => {
  const deposit = await makeRest()
  const { user_id, rest, detail } = deposit
  const refusal = { status: 409, code: 'refund.unproved', detail, errors: { amount: [detail] } }
  expect((await refund(user_id, 0.01)).json()).toMatchObject(refusal)
  const url = `${ctx.api}/treasury/balances/${user_id}`
  expect((await ctx.app.inject({ url, headers: manager })).json().refund_problem).toBe(detail)
  await prove(deposit)
  expect((await refund(user_id, rest)).statusCode).toBe(202)
})

test('refunds the other money of the balance while a deposit is to be proved', async () => {
  const { user_id } = await makeRest()
  await giveBalance(ctx, { id: user_id }, 10_000)
  expect((await refund(user_id, 100.01)).json().code).toBe('refund.unproved')
  expect((await refund(user_id, 100)).statusCode).toBe(202)
})

test('leaves a request open while the proof of its money is taken back', async () => {
  const deposit = await makeRest()
  const line = await prove(deposit)
  const { id } = (await refund(deposit.user_id, deposit.rest)).json().approval
  const match = `/treasury/bank-lines/${line}/payments/${deposit.payment}`
  await ctx.app.inject({ method: 'DELETE', url: `${ctx.api}${match}`, headers: manager })
  expect((await approve(id, other)).json().code).toBe('refund.unproved')
  await post(`/treasury/bank-lines/${line}/payments`, other, { payments: [deposit.payment] })
  expect((await approve(id, other)).statusCode).toBe(200)
})

test('refunds the rest of the balance once the invented deposit is reversed', async () => {
  const { user_id, payment } = await makeRest()
  await giveBalance(ctx, { id: user_id }, 10_000)
  const admin = await staffHeaders(ctx, 'U0')
  await post(`/loan/payment/${payment}/reverse`, admin, { reason: 'El depósito no existe' })
  expect((await refund(user_id, 100)).statusCode).toBe(202)
})
