import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay, offerExpiresOn } from '@quincena/domain/dates'
import type { LoanState, LoanType } from '@quincena/domain/loans/rules'
import type { InjectOptions } from 'fastify'
import type { NotNull } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import { isoOf } from '../src/command/clock.ts'
import { draftContract, findParties } from '../src/lending/contracts/queries/draft.ts'
import { writeSchedule } from '../src/lending/loans/commands/move-loan.ts'
import { companyTerms, planLoan } from '../src/lending/loans/queries/terms.ts'
import { claimTransfer } from '../src/treasury/transfers/commands/send-transfer.ts'
import type { TestContext } from './context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from './factories.ts'
import { signatureUrl } from './png.ts'

type Worker = Awaited<ReturnType<typeof makeWorker>>
type Headers = Record<string, string>

interface LoanWish {
  worker?: Worker
  type?: LoanType
  state?: LoanState
  amount_cents?: number
  term?: number
  tax_rate?: number
  tax_added?: boolean
  /** Default: none, as a loan is late right after its due date's bank day. */
  grace_bank_days?: number
}

/**
 * Inserts an unsigned loan; its amounts come from the domain rules. One that is disbursing has its schedule. Default: a
 * requested credit of 10,000 pesos.
 */
export async function makeLoan(ctx: TestContext, wish: LoanWish = {}) {
  const { type = 'credit', state = 'requested', amount_cents = 1_000_000, term = 12, tax_rate = 0 } = wish
  const worker = wish.worker ?? (await makeWorker(ctx))
  const now = isoOf(ctx.clock.now)
  const today = businessDay(ctx.clock.now)
  const company = {
    ...{ interest_rate: 0.18, commission_cents: 15_000, commission_steps_cents: null },
    ...{ advance_cost_ceiling: 0.3, tax_rate, tax_added: wish.tax_added ?? false },
    grace_bank_days: wish.grace_bank_days ?? 0,
  }
  const terms = {
    type,
    amount_cents,
    term,
    ...companyTerms({ type, amount: amount_cents }, company),
  }
  const { schedule, ...plan } = planLoan(terms, today)
  const offered =
    state === 'approved' ? { approved_at: now, offer_expires_on: offerExpiresOn(type, today) } : {}
  const loan = await ctx.deps.db
    .insertInto('loan')
    .values({
      ...{ user_id: worker.id, company_id: worker.company_id, state, requested_day: today },
      ...{ created_at: now, updated_at: now, ...terms, ...plan, ...offered },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (state === 'disbursing')
    await ctx.deps.db.transaction().execute((trx) => writeSchedule(trx, loan.id, schedule))
  return { loan, worker }
}

/** Inserts the contract of an offer as shown today, for the worker's current CLABE. Returns its SHA-256. */
export async function showContract(
  ctx: TestContext,
  offer: { loan: { id: number }; worker: { id: number } },
): Promise<string> {
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex')
  const borrower = { id: offer.worker.id, user_type: 'U2' as const, company_id: null }
  const parties = await findParties(ctx.deps.db, borrower, {
    loan_id: offer.loan.id,
    today: businessDay(ctx.clock.now),
  })
  const { payload, account } = draftContract(
    parties,
    ctx.deps.brand.current().lender,
    businessDay(ctx.clock.now),
  )
  await ctx.deps.db
    .insertInto('contract')
    .values({
      ...{
        loan_id: offer.loan.id,
        business_day: businessDay(ctx.clock.now),
        sha256,
        payload: JSON.stringify(z.encode(contractPayload, payload)),
        payload_sha256: sha256,
      },
      ...{
        text_version: 'test',
        account,
        storage_key: sha256,
        created_at: isoOf(ctx.clock.now),
      },
    })
    .execute()
  return sha256
}

/** Makes an offer whose contract was shown and whose worker is signed in. */
export async function makeOffer(ctx: TestContext, wish: LoanWish = {}) {
  const offer = await makeLoan(ctx, { ...wish, state: 'approved' })
  return {
    ...offer,
    contract_sha256: await showContract(ctx, offer),
    headers: await signIn(ctx, offer.worker),
  }
}

type Offer = Awaited<ReturnType<typeof makeOffer>>

/** Sends the acceptance of an offer; default: a new idempotency key for each call. */
export function acceptCall(
  ctx: TestContext,
  offer: Offer,
  changes: { key?: string; body?: object; headers?: Headers } = {},
) {
  const place = { latitude: 25.6866, longitude: -100.3161, accuracy: 12 }
  const options: InjectOptions = {
    method: 'POST',
    url: `${ctx.api}/loan/${offer.loan.id}/accept`,
    headers: { ...offer.headers, 'idempotency-key': changes.key ?? randomUUID(), ...changes.headers },
    payload: { signature: signatureUrl, ...place, contract_sha256: offer.contract_sha256, ...changes.body },
  }
  return ctx.app.inject(options)
}

/** Accepts an offer; its order is claimed by a process that never sends it, and the answer still waits for it. */
async function startUnansweredOrder(ctx: TestContext) {
  const offer = await makeOffer(ctx)
  const accepting = acceptCall(ctx, offer)
  await expect.poll(() => ordersOf(ctx, offer.loan.id)).toHaveLength(1)
  const order = await lastOrder(ctx, offer.loan.id)
  await claimTransfer(ctx.deps, order.id)
  return { ...offer, order, accepting }
}

/** Makes an offer and accepts it while its order is claimed by a process that never sends it. */
export async function makeUnansweredOrder(ctx: TestContext) {
  const { accepting, ...offer } = await startUnansweredOrder(ctx)
  expect((await accepting).statusCode).toBe(202)
  return offer
}

/** An order that STP has not answered and staff must resolve, of a worker of its own. */
export async function makeReviewedOrder(ctx: TestContext) {
  const { accepting, order } = await startUnansweredOrder(ctx)
  const review = { status: 'review' as const }
  await ctx.deps.db.updateTable('transfer').set(review).where('id', '=', order.id).execute()
  expect((await accepting).statusCode).toBeLessThan(300)
  return order
}

/** Runs `work` while the send jobs run every 15 ms, as in another process. */
export async function whileSending<T>(ctx: TestContext, work: () => Promise<T>): Promise<T> {
  let working = true
  const sender = (async () => {
    while (working) {
      await ctx.drain(['send-transfer'])
      await sleep(15)
    }
  })()
  try {
    return await work()
  } finally {
    working = false
    await sender
  }
}

/** Makes an active loan through the API: accepted by its worker and paid out through STP. */
export async function makeActiveLoan(ctx: TestContext, wish: LoanWish = {}) {
  const offer = await makeOffer(ctx, wish)
  const answer = await whileSending(ctx, () => acceptCall(ctx, offer))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { ...offer, order: await lastOrder(ctx, offer.loan.id) }
}

/** Registers the payment of all that is due of a new active loan; its state is then completed. */
export async function payWhole(ctx: TestContext, loan: { id: number }) {
  const headers = { ...(await staffHeaders(ctx)), 'idempotency-key': randomUUID() }
  const { amount, amount_due } = (
    await ctx.app.inject({ url: `${ctx.api}/loan/${loan.id}/payoff`, headers })
  ).json()
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment`, headers },
    payload: { loan_request: loan.id, amount_paid: amount, previous_amount_due: amount_due },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
}

export const findLoan = (ctx: TestContext, id: number) =>
  ctx.deps.db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Our orders of a loan, in the order of their attempts. */
export const ordersOf = (ctx: TestContext, loan_id: number) =>
  ctx.deps.db
    .selectFrom('transfer')
    .selectAll()
    .where('loan_id', '=', loan_id)
    .orderBy('attempt')
    .$narrowType<{ loan_id: NotNull }>()
    .execute()

/** The order with the highest attempt of a loan; throws if there is none. */
export async function lastOrder(ctx: TestContext, loan_id: number) {
  const order = (await ordersOf(ctx, loan_id)).at(-1)
  if (order === undefined) throw new Error(`loan ${loan_id} has no order`)
  return order
}

/** The orders of a loan at STP. */
export async function ordersAtStp(ctx: TestContext, loan_id: number) {
  const keys = (await ordersOf(ctx, loan_id)).map(({ tracking_key }) => tracking_key)
  return ctx.simulator.orders().filter(({ cuerpo }) => keys.includes(cuerpo.claveRastreo ?? ''))
}

/** Inserts and signs in a manager (U1) or an admin (U0); returns the request headers. */
export async function staffHeaders(ctx: TestContext, user_type: 'U0' | 'U1' = 'U1') {
  return signIn(ctx, await makeStaff(ctx, user_type))
}

type Body = Record<string, unknown>

/** Posts a callback to the webhook; `path` is `order-state` or `payment`. */
export function postCallback(
  ctx: TestContext,
  body: Body,
  { path = 'order-state', secret = ctx.deps.secrets.stp_webhook_secret } = {},
) {
  return ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/webhooks/${secret}/${path}`, payload: body })
}

/** Posts STP's callback about the state of an order. Throws unless the answer is `recibido`. */
export async function sendState(
  ctx: TestContext,
  order: { tracking_key: string; stp_id: number | null },
  state: Body & { estado: string },
) {
  const { stp_id: id, tracking_key: claveRastreo } = order
  const usual = { id, empresa: 'QUINCENA', claveRastreo, causaDevolucion: '', tsLiquidacion: '1763654400000' }
  const answer = await postCallback(ctx, { ...usual, ...state })
  if (answer.body !== '{"mensaje":"recibido"}') throw new Error(answer.body)
}

export { makeCompany, makeWorker, signIn }
