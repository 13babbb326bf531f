import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { findAbono, forgeAbono, receiveAbono } from '../../../test/incoming.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'
import { orderRefund } from '../refunds/commands/order-refund.ts'
import { recordStpReturn } from './commands/record-stp-return.ts'

type Headers = Record<string, string>
let ctx: TestContext
let manager: Headers
let admin: Headers

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const at = (id: number, path = '') => `${ctx.api}/stp/incoming-payments/${id}${path}`
const post = (url: string, payload: object, headers = manager) =>
  ctx.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
const credit = (id: number, user: number, amount: number) => post(at(id, '/credit'), { user, amount })
const undo = (credit_id: number, headers = admin) =>
  post(`${ctx.api}/stp/incoming-payments/credits/${credit_id}/undo`, { reason: 'No era suyo' }, headers)
const read = async (id: number) => (await ctx.app.inject({ url: at(id), headers: manager })).json()
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const balanceOf = async (user_id: number) => {
  const account = ctx.deps.db.selectFrom('worker_account').selectAll().where('user_id', '=', user_id)
  return (await account.executeTakeFirst())?.balance_cents ?? 0
}

describe('giving received money to a worker', () => {
  test('gives parts to several workers until nothing is left, and notifies them', async () => {
    const { id } = await receiveAbono(ctx)
    const [ana, beto] = [await makeWorker(ctx), await makeWorker(ctx)]
    const first = await credit(id, ana.id, 500)
    expect([first.statusCode, first.json()]).toMatchObject([
      201,
      {
        ...{ status: 'open', unapplied: 416.8 },
        credits: [{ amount: 500, worker: { id: ana.id, name: `${ana.first_name} ${ana.last_name}` } }],
      },
    ])
    const second = await credit(id, beto.id, 416.8)
    expect(second.json()).toMatchObject({
      status: 'confirmed',
      unapplied: 0,
      credits: [{}, { amount: 416.8 }],
    })
    expect([await balanceOf(ana.id), await balanceOf(beto.id)]).toEqual([50_000, 41_680])
    const notices = ctx.deps.db.selectFrom('notification').select('title').where('recipient_id', '=', ana.id)
    expect(await notices.execute()).toEqual([{ title: 'Tienes saldo a favor' }])
  })

  test('rejects more than is left (422), staff as the receiver (422) and unconfirmed money (409)', async () => {
    const { id } = await receiveAbono(ctx)
    const worker = await makeWorker(ctx)
    const above = await credit(id, worker.id, 916.81)
    expect([above.statusCode, above.json().errors]).toEqual([
      422,
      { amount: ['El monto a pagar excede lo que llegó ($916.80).'] },
    ])
    const staff = await makeStaff(ctx, 'U1')
    expect((await credit(id, staff.id, 1)).json().errors).toEqual({ user: ['Elige a un trabajador.'] })
    expect((await credit(id, worker.id, 0)).statusCode).toBe(422)
    const forged = await forgeAbono(ctx)
    expect(codeOf(await credit(forged.id, worker.id, 1))).toEqual([409, 'incoming_payment.unconfirmed'])
    const own = await receiveAbono(ctx, { tipoPago: 17 })
    expect(codeOf(await credit(own.id, worker.id, 1))).toEqual([409, 'incoming_payment.returned_money'])
  })

  test('ten credits of the whole money at once give it once', async () => {
    const { id } = await receiveAbono(ctx)
    const workers = await Promise.all(Array.from({ length: 10 }, () => makeWorker(ctx)))
    const answers = await Promise.all(workers.map((worker) => credit(id, worker.id, 916.8)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(await findAbono(ctx, id)).toMatchObject({ status: 'confirmed', unapplied_cents: 0 })
  })

  test('a credit and a payment of a loan at once: one of them has the money', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { loan, worker } = await makeActiveLoan(ctx)
      const { id } = await receiveAbono(ctx)
      const body = { loan_request: loan.id, amount_paid: 916.8, previous_amount_due: 11_001.61 }
      const answers = await Promise.all([credit(id, worker.id, 916.8), post(at(id, '/confirm'), body)])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    }
  })
})

describe('undoing a credit', () => {
  test('takes it out of the balance, opens the money again, and is done once', async () => {
    const { id } = await receiveAbono(ctx)
    const worker = await makeWorker(ctx)
    const { credits } = (await credit(id, worker.id, 916.8)).json()
    expect((await undo(credits[0].id, manager)).statusCode).toBe(403)
    const undone = await undo(credits[0].id)
    expect([undone.statusCode, undone.json()]).toMatchObject([
      200,
      { status: 'open', unapplied: 916.8, credits: [] },
    ])
    expect(await balanceOf(worker.id)).toBe(0)
    expect(codeOf(await undo(credits[0].id))).toEqual([409, 'incoming_payment.credit_undone'])
    expect(codeOf(await undo(99_999_999))).toEqual([404, 'incoming_payment.credit_not_found'])
    expect((await credit(id, worker.id, 916.8)).statusCode).toBe(201)
  })

  test('is 409 once the balance no longer has it', async () => {
    const { id } = await receiveAbono(ctx)
    const worker = await makeWorker(ctx)
    const { credits } = (await credit(id, worker.id, 916.8)).json()
    await ctx.deps.db
      .transaction()
      .execute((trx) => orderRefund(ctx.deps, trx, { user_id: worker.id, amount_cents: 1 }))
    expect(codeOf(await undo(credits[0].id))).toEqual([409, 'worker_balance.used'])
    expect(await balanceOf(worker.id)).toBe(91_679)
  })
})

describe('money that STP returned without an order of ours', () => {
  test('leaves the books, cannot be used, and is notified once', async () => {
    const { id } = await receiveAbono(ctx)
    const worker = await makeWorker(ctx)
    for (let n = 0; n < 2; n += 1) await recordStpReturn(ctx.deps, id)
    expect(await read(id)).toMatchObject({ status: 'confirmed', unapplied: 0 })
    expect((await read(id)).stp_returned_at).not.toBeNull()
    expect(codeOf(await credit(id, worker.id, 1))).toEqual([409, 'incoming_payment.returned_by_stp'])
    const notices = ctx.deps.db.selectFrom('notification').select('recipient_id').distinct()
    const returned = await notices.where('reason_key', '=', `incoming-return:0:${id}:stp`).execute()
    expect(returned.length).toBeGreaterThan(0)
  })

  test('is a claim while a part is used, until that part is undone', async () => {
    const { id } = await receiveAbono(ctx)
    const worker = await makeWorker(ctx)
    const { credits } = (await credit(id, worker.id, 100)).json()
    await recordStpReturn(ctx.deps, id)
    expect(await findAbono(ctx, id)).toMatchObject({ unapplied_cents: 0, suspense_cents: 10_000 })
    expect(codeOf(await credit(id, worker.id, 1))).toEqual([409, 'incoming_payment.returned_by_stp'])
    await undo(credits[0].id)
    expect(await findAbono(ctx, id)).toMatchObject({
      ...{ status: 'confirmed', unapplied_cents: 0, suspense_cents: 0 },
    })
  })
})

describe('the owner', () => {
  const give = (id: number, owner_id: number | null) =>
    ctx.app.inject({ method: 'PUT', url: at(id, '/owner'), headers: manager, payload: { owner_id } })
  const listed = async (query: string, headers: Headers) => {
    const url = `${ctx.api}/stp/incoming-payments?unidentified=true&page_size=200&${query}`
    const { results } = (await ctx.app.inject({ url, headers })).json()
    return results.map(({ id }: { id: number }) => id)
  }

  test('is any active staff user, who is notified and finds the money among their own', async () => {
    const rosa = await makeStaff(ctx, 'U1')
    const headers = await signIn(ctx, rosa)
    const { id } = await receiveAbono(ctx)
    expect(await listed('owner=none', headers)).toContain(id)
    const given = await give(id, rosa.id)
    expect(given.json()).toMatchObject({ owner: { id: rosa.id } })
    expect(await listed('owner=me', headers)).toEqual([id])
    expect(await listed('owner=me', manager)).not.toContain(id)
    expect(await listed('owner=none', headers)).not.toContain(id)
    const notices = ctx.deps.db.selectFrom('notification').select('title').where('recipient_id', '=', rosa.id)
    expect(await notices.execute()).toContainEqual({ title: 'Te asignaron un abono' })
    expect((await give(id, null)).json()).toMatchObject({ owner: null })
  })

  test('is no worker and no unknown user: 422', async () => {
    const { id } = await receiveAbono(ctx)
    for (const owner_id of [(await makeWorker(ctx)).id, 99_999_999])
      expect((await give(id, owner_id)).json().errors).toEqual({
        owner_id: ['Elige a una persona activa del personal.'],
      })
    expect(codeOf(await give(99_999_999, null))).toEqual([404, 'incoming_payment.not_found'])
  })
})
