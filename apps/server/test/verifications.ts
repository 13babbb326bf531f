import type { VerificationMode } from '@quincena/domain/accounts/verification-rules'
import { isoOf } from '../src/command/clock.ts'
import { writeSetting } from '../src/platform/settings/commands/write-setting.ts'
import { readHolders } from '../src/treasury/verifications/commands/read-holders.ts'
import type { TestContext } from './context.ts'
import { makeWorker } from './factories.ts'
import { sendState } from './loans.ts'

/** Changes the lender's setting. */
export function setMode(ctx: TestContext, mode: VerificationMode) {
  const updated_at = isoOf(ctx.clock.now)
  return writeSetting(ctx.deps.db, 'account_verification', { value: { mode }, updated_at })
}

/** Makes a worker with a CLABE; throws if the factory gives none. */
export async function makeAccountHolder(ctx: TestContext, values: Record<string, unknown> = {}) {
  const worker = await makeWorker(ctx, values)
  if (worker.debit_card_number === null) throw new Error('the worker has no CLABE')
  return { ...worker, clabe: worker.debit_card_number }
}

type Holder = Awaited<ReturnType<typeof makeAccountHolder>>

/** Requests an advance of 1,000 pesos as the worker. */
export function askForMoney(ctx: TestContext, headers: Record<string, string>) {
  return ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/`, headers },
    payload: { type: 'advance', amount: 1000 },
  })
}

/** The orders of one centavo of a worker, oldest first. */
export const centavosOf = (ctx: TestContext, user_id: number) =>
  ctx.deps.db
    .selectFrom('transfer')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'verification')
    .orderBy('id')
    .execute()

/** The verifications of a worker's accounts, oldest first. */
export const verificationsOf = (ctx: TestContext, user_id: number) =>
  ctx.deps.db
    .selectFrom('account_verification')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

/** The only verification of a worker; throws if there is none. */
export async function verificationOf(ctx: TestContext, user_id: number) {
  const [row] = await verificationsOf(ctx, user_id)
  if (row === undefined) throw new Error(`worker ${user_id} has no verification`)
  return row
}

/** Moves the clock and lets the sweep of verifications run. */
export async function sweepAfter(ctx: TestContext, seconds: number) {
  ctx.setNow(ctx.clock.now.add({ seconds }).toString())
  await readHolders(ctx.deps)
}

/** Sends the waiting orders of one centavo and lets STP settle them; with `callback` false its callback is lost. */
export async function settleCentavo(ctx: TestContext, user_id: number, { callback = true } = {}) {
  await ctx.drain(['send-transfer'])
  const order = (await centavosOf(ctx, user_id)).at(-1)
  if (order === undefined) throw new Error(`worker ${user_id} has no order of one centavo`)
  ctx.simulator.act(order.tracking_key, 'settle')
  if (callback) await sendState(ctx, order, { estado: 'LQ' })
  return order
}

/** Lets the running verification of a worker end; the bank answers with `name` and `rfc` where they are given. */
export async function answerVerification(
  ctx: TestContext,
  worker: Pick<Holder, 'id' | 'clabe'>,
  holder: { name?: string | null; rfc?: string | null } = {},
) {
  ctx.simulator.setHolder(worker.clabe, holder)
  await settleCentavo(ctx, worker.id)
  await sweepAfter(ctx, 5)
  return verificationOf(ctx, worker.id)
}
