import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { giveConsents, makeNewcomer, type makeWorker, signIn } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  makeLoan,
  makeOffer,
  ordersOf,
  showContract,
  whileSending,
} from '../../../test/loans.ts'
import { getInForce } from '../../people/texts/queries/versions.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

type Worker = Awaited<ReturnType<typeof makeWorker>>

/** Sets the worker's consent to version 0.9, as if a newer version was published after it. */
async function publishNewer(worker: Worker, document: 'terms' | 'privacy') {
  await ctx.superuser
    .updateTable('consent')
    .set({ version: '0.9' })
    .where('user_id', '=', worker.id)
    .where('document', '=', document)
    .execute()
}

async function acceptConsentsByHttp(headers: Record<string, string>) {
  const texts = await Promise.all(
    ['terms', 'privacy'].map((document) => ctx.app.inject(`${ctx.api}/legal/${document}`)),
  )
  const consents = texts.map((text) => ({ document: text.json().document, version: text.json().version }))
  const payload = { consents }
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/consents`, headers, payload })
}

async function expectUnchanged(loan_id: number) {
  expect(await findLoan(ctx, loan_id)).toMatchObject({ state: 'approved', accepted_at: null })
  expect(await ordersOf(ctx, loan_id)).toEqual([])
  const evidence = await ctx.deps.db
    .selectFrom('acceptance')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .execute()
  expect(evidence).toEqual([])
}

test('a worker without consents is refused with 409 consents_missing, and nothing changes', async () => {
  const offer = await makeOffer(ctx, { worker: await makeNewcomer(ctx) })
  const answer = await acceptCall(ctx, offer)
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'consents_missing',
    detail: 'Antes de firmar, lee y acepta los textos legales vigentes.',
  })
  await expectUnchanged(offer.loan.id)
})

test.each(['credit', 'advance'] as const)(
  'the same signature of a %s is accepted once the worker has accepted the texts',
  async (type) => {
    const wish = { type, amount_cents: 200_000, worker: await makeNewcomer(ctx) }
    const offer = await makeOffer(ctx, wish)
    const key = randomUUID()
    expect((await acceptCall(ctx, offer, { key })).statusCode).toBe(409)
    expect((await acceptConsentsByHttp(offer.headers)).statusCode).toBe(200)
    const answer = await whileSending(ctx, () => acceptCall(ctx, offer, { key }))
    expect([answer.statusCode, answer.headers['idempotent-replay']]).toEqual([200, undefined])
  },
)

test.each(['terms', 'privacy'] as const)(
  'a newer version of %s between consent and signature is answered with 409 consents_missing',
  async (document) => {
    const offer = await makeOffer(ctx)
    await publishNewer(offer.worker, document)
    const answer = await acceptCall(ctx, offer)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'consents_missing'])
    await expectUnchanged(offer.loan.id)
  },
)

test('the consents of another worker do not count', async () => {
  const offer = await makeOffer(ctx, { worker: await makeNewcomer(ctx) })
  await giveConsents(ctx, await makeNewcomer(ctx))
  expect((await acceptCall(ctx, offer)).json()).toMatchObject({ status: 409, code: 'consents_missing' })
})

test('a replay with the same key gets the first answer, also if a newer text was published', async () => {
  const offer = await makeOffer(ctx)
  const key = randomUUID()
  const first = await whileSending(ctx, () => acceptCall(ctx, offer, { key }))
  await publishNewer(offer.worker, 'terms')
  const replay = await acceptCall(ctx, offer, { key })
  expect([first.statusCode, replay.statusCode, replay.headers['idempotent-replay']]).toEqual([
    200,
    200,
    'true',
  ])
  expect(replay.json().order.tracking_key).toBe(first.json().order.tracking_key)
})

test('a stranger without consents is answered with 404, as for a loan that does not exist', async () => {
  const offer = await makeOffer(ctx)
  const headers = await signIn(ctx, await makeNewcomer(ctx))
  expect((await acceptCall(ctx, offer, { headers })).json()).toMatchObject({
    status: 404,
    code: 'loan.not_found',
  })
})

test.each([
  ['requested', 'loan.not_an_offer'],
  ['expired', 'offer_expired'],
] as const)('a loan that is %s is answered with %s, also without consents', async (state, code) => {
  const { loan, worker } = await makeLoan(ctx, { state, worker: await makeNewcomer(ctx) })
  const offer = { loan, worker, headers: await signIn(ctx, worker), contract_sha256: 'a'.repeat(64) }
  expect((await acceptCall(ctx, offer)).json()).toMatchObject({ status: 409, code })
})

test('an outdated contract is only reported once the consents are there', async () => {
  const offer = await makeOffer(ctx, { worker: await makeNewcomer(ctx) })
  const outdated = { ...offer, contract_sha256: 'a'.repeat(64) }
  expect((await acceptCall(ctx, outdated)).json().code).toBe('consents_missing')
  await giveConsents(ctx, offer.worker)
  expect((await acceptCall(ctx, outdated)).json().code).toBe('contract_changed')
})

/** Publishes the text in force under another label, for today. */
async function publishToday(document: 'terms' | 'advance_terms' | 'faq', version: string) {
  const { content, sha256 } = await getInForce(ctx.deps.db, { document, day: '2026-11-20' })
  const at = '2026-11-20T16:00:00Z'
  await ctx.deps.db
    .insertInto('text_version')
    .values({
      ...{ document, version, sha256, content: JSON.stringify(content), summary: 'Se aclara.' },
      ...{ effective_on: '2026-11-20', source: 'shipped', created_at: at, approved_at: at },
    })
    .execute()
}

test('a contract that names a text replaced today is refused, also if the new one is accepted, until it is shown again', async () => {
  const offer = await makeOffer(ctx)
  await publishToday('terms', '9.1')
  expect((await acceptCall(ctx, offer)).json().code).toBe('consents_missing')
  expect((await acceptConsentsByHttp(offer.headers)).statusCode).toBe(200)
  expect((await acceptCall(ctx, offer)).json()).toMatchObject({ status: 409, code: 'contract_changed' })
  await expectUnchanged(offer.loan.id)
  const shown = { ...offer, contract_sha256: await showContract(ctx, offer) }
  const answer = await whileSending(ctx, () => acceptCall(ctx, shown))
  expect(answer.statusCode).toBe(200)
})

test('new terms of the advance concern the contracts of advances only, other documents none', async () => {
  const credit = await makeOffer(ctx)
  const advance = await makeOffer(ctx, { type: 'advance', amount_cents: 200_000 })
  await publishToday('faq', '9.1')
  await publishToday('advance_terms', '9.1')
  expect((await acceptCall(ctx, advance)).json()).toMatchObject({ status: 409, code: 'contract_changed' })
  await expectUnchanged(advance.loan.id)
  const answer = await whileSending(ctx, () => acceptCall(ctx, credit))
  expect(answer.statusCode).toBe(200)
  const shown = { ...advance, contract_sha256: await showContract(ctx, advance) }
  expect((await whileSending(ctx, () => acceptCall(ctx, shown))).statusCode).toBe(200)
})
