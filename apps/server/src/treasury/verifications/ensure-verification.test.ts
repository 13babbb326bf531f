import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe } from '../../../test/factories.ts'
import { signIn, staffHeaders } from '../../../test/loans.ts'
import {
  answerVerification,
  askForMoney,
  centavosOf,
  makeAccountHolder,
  setMode,
  settleCentavo,
  sweepAfter,
  verificationOf,
  verificationsOf,
} from '../../../test/verifications.ts'
import { findTransfer } from '../transfers/queries/transfers.ts'
import { startVerification } from './commands/ensure-verification.ts'
import { getVerification } from './queries/list-verifications.ts'

let ctx: TestContext
let admin: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  admin = await staffHeaders(ctx, 'U0')
})
beforeEach(async () => {
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  ctx.setNow('2026-11-20T16:00:00Z')
  await setMode(ctx, 'block')
})

const refuseNext = () =>
  ctx.simulator.faults.set([{ on: 'register', action: 'refuse', id: -20, message: 'El monto no es válido' }])

test('orders one centavo when a worker with an unverified account asks for money', async () => {
  const worker = await makeAccountHolder(ctx)
  const answer = await askForMoney(ctx, await signIn(ctx, worker))
  expect(answer.statusCode).toBe(201)
  expect(await centavosOf(ctx, worker.id)).toMatchObject([
    { amount_cents: 1, beneficiary_account: worker.clabe },
  ])
  expect(await verificationOf(ctx, worker.id)).toMatchObject({ state: 'pending', orders: 1 })
})

test('ten requests at once order one', async () => {
  const worker = await makeAccountHolder(ctx)
  await Promise.all(Array.from({ length: 10 }, () => startVerification(ctx.deps, worker.id)))
  expect(await centavosOf(ctx, worker.id)).toHaveLength(1)
  expect(await verificationsOf(ctx, worker.id)).toHaveLength(1)
})

test('orders nothing for a verified account, and nothing while the setting is off', async () => {
  const worker = await makeAccountHolder(ctx)
  await setMode(ctx, 'off')
  await startVerification(ctx.deps, worker.id)
  expect(await verificationsOf(ctx, worker.id)).toEqual([])
  await setMode(ctx, 'warn')
  await startVerification(ctx.deps, worker.id)
  await answerVerification(ctx, worker)
  await startVerification(ctx.deps, worker.id)
  expect(await centavosOf(ctx, worker.id)).toHaveLength(1)
})

test('makes a changed account unverified and the earlier one verified still', async () => {
  const worker = await makeAccountHolder(ctx)
  await startVerification(ctx.deps, worker.id)
  await answerVerification(ctx, worker)
  const changes = { debit_card_number: makeClabe(900_000 + worker.id) }
  await ctx.deps.db.updateTable('app_user').set(changes).where('id', '=', worker.id).execute()
  await startVerification(ctx.deps, worker.id)
  expect(await verificationsOf(ctx, worker.id)).toMatchObject([
    { state: 'verified', account: worker.clabe },
    { state: 'pending', account: changes.debit_card_number },
  ])
})

test('reads the holder though STP’s callback was lost, and books the order', async () => {
  const worker = await makeAccountHolder(ctx)
  await startVerification(ctx.deps, worker.id)
  const order = await settleCentavo(ctx, worker.id, { callback: false })
  await sweepAfter(ctx, 5)
  expect(await verificationOf(ctx, worker.id)).toMatchObject({ state: 'verified' })
  expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ state: 'LQ' })
})

test('fails where the bank names nobody, after eight readings with growing pauses', async () => {
  const worker = await makeAccountHolder(ctx)
  await startVerification(ctx.deps, worker.id)
  ctx.simulator.setHolder(worker.clabe, { name: null, rfc: null })
  await settleCentavo(ctx, worker.id)
  for (let seconds = 1; seconds <= 128; seconds *= 2) {
    expect(await verificationOf(ctx, worker.id)).toMatchObject({ state: 'pending' })
    await sweepAfter(ctx, seconds * 2)
  }
  expect(await verificationOf(ctx, worker.id)).toMatchObject({ state: 'failed', failure: 'no_name' })
})

test('orders again after a refusal, at most three times by itself and ten times by staff', async () => {
  const worker = await makeAccountHolder(ctx)
  for (const orders of [1, 2, 3]) {
    refuseNext()
    await startVerification(ctx.deps, worker.id)
    await ctx.drain(['send-transfer'])
    expect(await verificationOf(ctx, worker.id)).toMatchObject({
      state: 'failed',
      failure: 'refused',
      orders,
    })
  }
  await startVerification(ctx.deps, worker.id)
  const { id } = await verificationOf(ctx, worker.id)
  const url = `${ctx.api}/account-verifications/${id}/repeat`
  for (const orders of [4, 5, 6, 7, 8, 9, 10]) {
    refuseNext()
    const answer = await ctx.app.inject({ method: 'POST', url, headers: admin })
    expect(answer.json()).toMatchObject({ state: 'pending', orders })
    await ctx.drain(['send-transfer'])
  }
  const refused = await ctx.app.inject({ method: 'POST', url, headers: admin })
  expect(refused.json()).toMatchObject({ status: 409, code: 'account_verification.too_many' })
  expect((await getVerification(ctx.deps.db, id)).history.length).toBeGreaterThan(10)
})

test('waits while orders are paused, and orders when they resume', async () => {
  const worker = await makeAccountHolder(ctx)
  const pause = (paused: boolean) =>
    ctx.app.inject({
      ...{ method: 'PUT', url: `${ctx.api}/stp/payouts`, headers: admin },
      payload: { paused, reason: 'Prueba' },
    })
  await pause(true)
  const answer = await askForMoney(ctx, await signIn(ctx, worker))
  expect(answer.statusCode).toBe(201)
  expect(await centavosOf(ctx, worker.id)).toEqual([])
  await pause(false)
  await sweepAfter(ctx, 31)
  expect(await centavosOf(ctx, worker.id)).toHaveLength(1)
})

test('becomes unverified again when the bank returns the centavo later', async () => {
  const worker = await makeAccountHolder(ctx)
  await startVerification(ctx.deps, worker.id)
  await answerVerification(ctx, worker)
  const [order] = await centavosOf(ctx, worker.id)
  if (order === undefined) throw new Error('no order')
  ctx.simulator.act(order.tracking_key, 'return')
  await ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/${order.id}/ask`, headers: admin })
  expect(await verificationOf(ctx, worker.id)).toMatchObject({ state: 'failed', failure: 'returned' })
})

test('compares again with the known holder after the registered name was corrected', async () => {
  const worker = await makeAccountHolder(ctx)
  await startVerification(ctx.deps, worker.id)
  const wrong = await answerVerification(ctx, worker, { name: 'ANABEL RAMIREZ NUNEZ' })
  expect(wrong).toMatchObject({ state: 'mismatch' })
  await ctx.deps.db
    .updateTable('app_user')
    .set({ first_name: 'Anabel' })
    .where('id', '=', worker.id)
    .execute()
  await startVerification(ctx.deps, worker.id)
  expect(await verificationOf(ctx, worker.id)).toMatchObject({ state: 'verified', orders: 1 })
})

test('reads many at once by one query of the day’s list', async () => {
  const workers = []
  for (let count = 0; count < 4; count += 1) workers.push(await makeAccountHolder(ctx))
  for (const { id } of workers) await startVerification(ctx.deps, id)
  for (const { id } of workers) await settleCentavo(ctx, id, { callback: false })
  await ctx.deps.db.deleteFrom('stp_query').execute()
  await sweepAfter(ctx, 5)
  for (const { id } of workers) expect(await verificationOf(ctx, id)).toMatchObject({ state: 'verified' })
  const queries = await ctx.deps.db.selectFrom('stp_query').select('purpose').execute()
  expect(queries).toEqual([{ purpose: 'verification' }])
})
