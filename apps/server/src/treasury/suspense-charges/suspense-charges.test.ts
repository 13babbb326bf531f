import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postTo, readFrom } from '../../../test/balance-checks.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { findAbono, receiveAbono } from '../../../test/incoming.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { recordStpReturn } from '../incoming-payments/commands/record-stp-return.ts'

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

const at = (id: number, rest = '') => `/stp/incoming-payments/${id}${rest}`
const post = (path: string, payload: object, headers = manager) => postTo(ctx, path, { headers, payload })
const charge = (id: number, user: number, amount: number) =>
  post(at(id, '/charge'), { user, amount, reason: 'No lo devuelve' })
const approve = (id: number, headers = admin) => post(`/approvals/${id}/approve`, {}, headers)
const undo = (credit_id: number) =>
  post(`/stp/incoming-payments/credits/${credit_id}/undo`, { reason: 'STP se llevó el dinero' }, admin)
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const claimOf = async (id: number) => (await readFrom(ctx, at(id), manager)).claim
const balanceOf = (user: number) => readFrom(ctx, `/treasury/balances/${user}`, manager)

async function credit(id: number, amount: number) {
  const worker = await makeWorker(ctx)
  const answer = await post(at(id, '/credit'), { user: worker.id, amount })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { worker, credit_id: answer.json().credits.at(-1).id as number }
}

/** Money of 916.80 that STP took back after 500 of it were given to a worker and 100 to another. */
async function takenBack() {
  const { id } = await receiveAbono(ctx)
  const [ana, beto] = [await credit(id, 500), await credit(id, 100)]
  await recordStpReturn(ctx.deps, id)
  return { id, ana, beto }
}

describe('charging a worker', () => {
  test('waits for a second person, then the worker owes it apart from the loans and can pay it', async () => {
    const { id, ana } = await takenBack()
    expect(await claimOf(id)).toMatchObject({
      ...{ amount: 600, charges: [], approval: null },
      workers: [{ chargeable: 500 }, { chargeable: 100 }],
    })
    const asked = await charge(id, ana.worker.id, 300)
    const { approval } = asked.json()
    expect([asked.statusCode, approval]).toMatchObject([
      202,
      { action: 'incoming_payment.charge', amount: 300, state: 'open' },
    ])
    expect(approval.lines).toContainEqual({ label: 'Motivo', value: 'No lo devuelve' })
    expect(await claimOf(id)).toMatchObject({ amount: 600, approval: approval.id })
    expect(codeOf(await charge(id, ana.worker.id, 1))).toEqual([409, 'approval.already_open'])
    expect(codeOf(await approve(approval.id, manager))).toEqual([403, 'approval.own'])
    expect((await approve(approval.id)).statusCode).toBe(200)

    expect(await claimOf(id)).toMatchObject({
      ...{ amount: 300, approval: null, charges: [{ amount: 300, worker: { id: ana.worker.id } }] },
      workers: [{ chargeable: 200 }, { chargeable: 100 }],
    })
    const entries = ctx.deps.db.selectFrom('ledger_entry').selectAll().where('user_id', '=', ana.worker.id)
    expect(await entries.where('kind', '=', 'claim_charged').execute()).toMatchObject([
      { debit_account: 'worker_receivable', credit_account: 'suspense', amount_cents: 30_000 },
    ])
    const notices = ctx.deps.db.selectFrom('notification').select('title')
    expect(await notices.where('recipient_id', '=', ana.worker.id).execute()).toContainEqual({
      title: 'Tienes un monto por pagar aparte',
    })
    const url = `/treasury/balances/${ana.worker.id}`
    expect(await balanceOf(ana.worker.id)).toMatchObject({ balance: 500, receivable: 300 })
    const { results } = await readFrom(ctx, `${url}/movements`, manager)
    expect(results[0]).toMatchObject({ kind: 'claim_charged', side: 'receivable', incoming_payment: id })
    expect((await post(`${url}/pay-receivable`, { amount: 300 }, admin)).statusCode).toBe(200)
    expect(await balanceOf(ana.worker.id)).toMatchObject({ balance: 200, receivable: 0 })
  })

  test('rejects with 409 more than the worker used, and anybody who used nothing', async () => {
    const { id, ana, beto } = await takenBack()
    expect(codeOf(await charge(id, beto.worker.id, 100.01))).toEqual([409, 'incoming_payment.not_chargeable'])
    const other = await makeWorker(ctx)
    expect(codeOf(await charge(id, other.id, 1))).toEqual([409, 'incoming_payment.not_chargeable'])
    const usual = await receiveAbono(ctx)
    const { worker } = await credit(usual.id, 10)
    expect(codeOf(await charge(usual.id, worker.id, 1))).toEqual([409, 'incoming_payment.not_chargeable'])
    expect((await charge(id, ana.worker.id, 0)).statusCode).toBe(422)
    expect(codeOf(await charge(99_999_999, ana.worker.id, 1))).toEqual([404, 'incoming_payment.not_found'])
    expect(codeOf(await charge(id, 99_999_999, 1))).toEqual([404, 'user.not_found'])
  })

  test('is stale once the use was undone', async () => {
    const { id, beto } = await takenBack()
    const { approval } = (await charge(id, beto.worker.id, 100)).json()
    expect((await undo(beto.credit_id)).statusCode).toBe(200)
    expect(codeOf(await approve(approval.id))).toEqual([409, 'approval.subject_changed'])
    expect(await claimOf(id)).toMatchObject({ amount: 500, charges: [], workers: [{ chargeable: 500 }] })
  })

  test('keeps what was charged from being undone, and nothing else', async () => {
    const { id, ana, beto } = await takenBack()
    const { approval } = (await charge(id, ana.worker.id, 1)).json()
    await approve(approval.id)
    expect(codeOf(await undo(ana.credit_id))).toEqual([409, 'incoming_payment.charged'])
    expect((await undo(beto.credit_id)).statusCode).toBe(200)
    expect(await findAbono(ctx, id)).toMatchObject({ unapplied_cents: 0, suspense_cents: 49_900 })
  })

  test('and undoing its use at once: one of them happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, beto } = await takenBack()
      const { approval } = (await charge(id, beto.worker.id, 100)).json()
      const answers = await Promise.all([approve(approval.id), undo(beto.credit_id)])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      expect(await findAbono(ctx, id)).toMatchObject({ unapplied_cents: 0, suspense_cents: 50_000 })
    }
  })
})
