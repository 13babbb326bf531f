import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeWorker, signIn } from '../../../test/factories.ts'
import { acceptCall, makeOffer, showContract, whileSending } from '../../../test/loans.ts'
import { answerVerification, setMode } from '../../../test/verifications.ts'
import { hashPassword } from '../../people/auth/commands/hash-password.ts'
import { startVerification } from '../../treasury/verifications/commands/ensure-verification.ts'

const password = 'Nomina-Segura-26'
const card = { card_last4: '1234', card_holder: 'Ana Ramírez Núñez' }
let ctx: TestContext
beforeEach(async () => {
  ctx = await createTestContext()
})

const put = (headers: Record<string, string>, clabe: string) =>
  ctx.app.inject({
    ...{ method: 'PUT', url: `${ctx.api}/auth/bank-account`, headers },
    payload: { bank: '40012', clabe, ...card, current_password: password },
  })
const changePassword = (headers: Record<string, string>) =>
  ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/auth/change-password`, headers },
    payload: { current_password: password, new_password: 'Lluvia-Lenta-58' },
  })

async function makeSigner(values: object = {}) {
  const worker = await makeWorker(ctx, { password_hash: await hashPassword(password), ...values })
  return { worker, offer: await makeOffer(ctx, { worker }) }
}
type Offer = Awaited<ReturnType<typeof makeOffer>>

/** Accepts the offer with a contract for the worker's present account, in a new session. */
async function accept(offer: Offer) {
  const worker = await ctx.deps.db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', offer.worker.id)
    .executeTakeFirstOrThrow()
  const contract_sha256 = await showContract(ctx, { loan: offer.loan, worker })
  const headers = await signIn(ctx, worker)
  const answer = await whileSending(ctx, () => acceptCall(ctx, { ...offer, contract_sha256, headers }))
  return [answer.statusCode, answer.json().code]
}

const untilOf = async (offer: Offer) =>
  (await ctx.app.inject({ url: `${ctx.api}/loan/${offer.loan.id}`, headers: offer.headers })).json()
    .cooling_off_until

test('a replaced password lets nobody sign for 24 hours, but request', async () => {
  const { offer } = await makeSigner()
  expect((await changePassword(offer.headers)).statusCode).toBe(204)
  expect(await untilOf(offer)).toBe('2026-11-21T16:00:00.000Z')
  expect(await accept(offer)).toEqual([409, 'payout.cooling_off'])
  const advance = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan`, headers: offer.headers },
    payload: { type: 'advance', amount: 1000 },
  })
  expect(advance.statusCode, advance.body).toBe(201)
  ctx.setNow(ctx.clock.now.add({ hours: 24, seconds: 1 }).toString())
  expect(await accept(offer)).toEqual([200, undefined])
})

test('a first password and a first account wait for nothing', async () => {
  const { offer } = await makeSigner({ debit_card_number: null, must_change_password: true })
  await changePassword(offer.headers)
  const put1 = await ctx.app.inject({
    ...{ method: 'PUT', url: `${ctx.api}/auth/bank-account`, headers: offer.headers },
    payload: { bank: '40012', clabe: makeClabe(88_001), ...card, current_password: 'Lluvia-Lenta-58' },
  })
  expect(put1.statusCode, put1.body).toBe(200)
  expect(await accept(offer)).toEqual([200, undefined])
})

test('a changed account waits 24 hours, also one after a removed account', async () => {
  const { offer } = await makeSigner()
  expect((await put(offer.headers, makeClabe(88_002))).statusCode).toBe(200)
  expect(await accept(offer)).toEqual([409, 'payout.cooling_off'])

  const other = await makeSigner()
  const removed = await ctx.app.inject({
    ...{ method: 'DELETE', url: `${ctx.api}/auth/bank-account`, headers: other.offer.headers },
    payload: { current_password: password },
  })
  expect(removed.statusCode, removed.body).toBeLessThan(300)
  await put(other.offer.headers, makeClabe(88_003))
  expect(await accept(other.offer)).toEqual([409, 'payout.cooling_off'])
  ctx.setNow(ctx.clock.now.add({ hours: 25 }).toString())
  expect(await accept(other.offer)).toEqual([200, undefined])
})

test('a changed account that one centavo verified waits for nothing', async () => {
  const { offer, worker } = await makeSigner()
  const account = makeClabe(88_004)
  await put(offer.headers, account)
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  await setMode(ctx, 'warn')
  await startVerification(ctx.deps, worker.id)
  await answerVerification(ctx, { id: worker.id, clabe: account })
  expect(await untilOf(offer)).toBeUndefined()
  expect(await accept(offer)).toEqual([200, undefined])
})
