import { setTimeout as sleep } from 'node:timers/promises'
import { AUTOMATIC_ORDERS, MAX_ORDERS } from '@quincena/domain/accounts/verification-rules'
import { MOVING_TRANSFERS } from '@quincena/domain/transfers/rules'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { lockWorker } from '../../transfers/queries/lock-worker.ts'
import { findPayee } from '../../transfers/queries/payee.ts'
import { payoutsPaused } from '../../transfers/queries/payout-switch.ts'
import { isTransferIn, needsReview } from '../../transfers/queries/transfer-predicates.ts'
import {
  findVerification,
  lockVerification,
  readVerificationMode,
  type VerificationRow,
} from '../queries/find-verification.ts'
import { lockCurrentVerification } from '../queries/lock-current.ts'
import { orderVerification } from './order-verification.ts'
import { changeVerification, failVerification, isRenamed, noResult, storeHolder } from './store-result.ts'

/** Seconds until the server looks again: at an order that it just made, and at one that it could not make. */
const firstLookSeconds = 4
const retrySeconds = 30

/** True if an order cannot be made now: orders are paused, or an earlier order to the worker has no end yet. */
async function mustWait(trx: Trx, user_id: number): Promise<boolean> {
  if (await payoutsPaused(trx)) return true
  const open = trx
    .selectFrom('transfer')
    .select('id')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'verification')
    .where((eb) => eb.or([isTransferIn('transfer', MOVING_TRANSFERS), needsReview('transfer')]))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Orders one centavo for a pending verification, in the caller's transaction, which has locked the worker and the
 * verification. If no order can be made now, the sweep tries again.
 */
async function placeOrder(deps: Deps, trx: Trx, row: VerificationRow): Promise<void> {
  const now = deps.clock()
  if (await mustWait(trx, row.user_id)) {
    const next_at = isoOf(now.add({ seconds: retrySeconds }))
    await changeVerification(deps, trx, { ...row, changes: { next_at } })
    return
  }
  const { id: transfer_id, tracking_key } = await orderVerification(deps, trx, row.user_id)
  const next_at = isoOf(now.add({ seconds: firstLookSeconds }))
  const changes = { transfer_id, orders: row.orders + 1, next_at }
  await changeVerification(deps, trx, { ...row, changes })
  await writeAudit(deps, trx, {
    context: null,
    action: 'account_verification.ordered',
    subject: ['account_verification', row.id],
    after: { account_last4: row.account.slice(-4), tracking_key, orders: changes.orders },
  })
}

async function beginVerification(deps: Deps, trx: Trx, of: { user_id: number; account: string }) {
  const now = isoOf(deps.clock())
  const times = { requested_at: now, created_at: now, updated_at: now, next_at: now }
  const row = await trx
    .insertInto('account_verification')
    .values({ ...of, ...times, state: 'pending' })
    .returningAll()
    .executeTakeFirstOrThrow()
  await placeOrder(deps, trx, row)
}

/** Begins another attempt: the earlier result stays in the history. */
async function restartVerification(deps: Deps, trx: Trx, row: VerificationRow) {
  const now = isoOf(deps.clock())
  const attempt = { state: 'pending', transfer_id: null, reads: 0, next_at: now, requested_at: now } as const
  await placeOrder(
    deps,
    trx,
    await changeVerification(deps, trx, { ...row, changes: { ...noResult, ...attempt } }),
  )
}

/** Compares again with the holder that the bank named, if the worker's registered name or RFC changed since. */
async function compareAgain(deps: Deps, trx: Trx, row: VerificationRow): Promise<VerificationRow | null> {
  if (row.accepted_at !== null || !(await isRenamed(trx, row))) return null
  return storeHolder(deps, trx, { row, holder: { name: row.holder_name, rfc: row.holder_rfc } })
}

/**
 * Makes sure that the worker's current account is verified or being verified, in the caller's transaction, which has
 * locked the worker. Orders one centavo at most once for an account; after a failure again, up to `AUTOMATIC_ORDERS`.
 * Does nothing if the setting is off or the worker has no account that can be paid. Never throws for a reason that the
 * worker cannot mend: orders that are paused now are made later.
 */
export async function ensureVerification(deps: Deps, trx: Trx, user_id: number): Promise<void> {
  if ((await readVerificationMode(trx)) === 'off') return
  const account = (await findPayee(trx, user_id))?.account
  if (account === undefined) return
  const row = await lockVerification(trx, { user_id, account })
  if (row === undefined) return beginVerification(deps, trx, { user_id, account })
  if (row.state === 'pending') return
  const mayRestart = row.state === 'failed' && row.accepted_at === null && row.orders < AUTOMATIC_ORDERS
  if (mayRestart) return restartVerification(deps, trx, row)
  await compareAgain(deps, trx, row)
}

/** True if the worker's account needs nothing: it is verified under the present name, accepted or on its way. */
async function isCovered(deps: Deps, user_id: number): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    if ((await readVerificationMode(trx)) === 'off') return true
    const account = (await findPayee(trx, user_id))?.account
    if (account === undefined) return true
    const row = await findVerification(trx, { user_id, account })
    if (row === undefined) return false
    if (row.state === 'pending' || row.accepted_at !== null) return true
    return row.state !== 'failed' && !(await isRenamed(trx, row))
  })
}

/**
 * The same as `ensureVerification` in a transaction of its own, which is committed before the caller goes on: an
 * acceptance that must wait leaves the order behind. Reads without a lock first, because nearly all accounts need
 * nothing.
 */
export async function startVerification(deps: Deps, user_id: number): Promise<void> {
  if (await isCovered(deps, user_id)) return
  await deps.db.transaction().execute(async (trx) => {
    await lockWorker(trx, user_id)
    await ensureVerification(deps, trx, user_id)
  })
}

const pollMs = 400

/** Waits at most `wait_ms` milliseconds while the account of a worker is being verified. */
export async function waitForVerification(deps: Deps, user_id: number, wait_ms: number): Promise<void> {
  const until = performance.now() + wait_ms
  const pending = deps.db
    .selectFrom('account_verification as v')
    .innerJoin('app_user as u', 'u.id', 'v.user_id')
    .select('v.id')
    .where('v.user_id', '=', user_id)
    .where('v.state', '=', 'pending')
    .whereRef('v.account', '=', 'u.debit_card_number')
  while ((await pending.executeTakeFirst()) !== undefined && performance.now() < until) await sleep(pollMs)
}

/** Makes the order of a pending verification that waited for one; another account replaces it. */
export async function orderWaiting(deps: Deps, { id, user_id, account }: VerificationRow): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockWorker(trx, user_id)
    const row = await lockVerification(trx, { user_id, account })
    if (row?.id !== id || row.state !== 'pending' || row.transfer_id !== null) return
    const current = (await findPayee(trx, user_id))?.account
    if (current !== account) return failVerification(deps, trx, { row, failure: 'replaced' })
    await placeOrder(deps, trx, row)
  })
}

function refuseRepeat({ state, accepted_at, orders }: VerificationRow) {
  if (state === 'pending') throw new AppError('account_verification.running', 409)
  if (state === 'verified' || accepted_at !== null) throw new AppError('account_verification.not_needed', 409)
  if (orders >= MAX_ORDERS) throw new AppError('account_verification.too_many', 409)
}

/**
 * Lets staff verify an account again: compares with the known holder if the worker's registered name changed, else
 * orders another centavo. Throws `account_verification.not_found` (404), `.off`, `.not_current`, `.running`,
 * `.not_needed` and, after ten orders, `.too_many` (409).
 */
export function repeatVerification(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const { row } = await lockCurrentVerification(trx, id)
    if ((await readVerificationMode(trx)) === 'off') throw new AppError('account_verification.off', 409)
    refuseRepeat(row)
    await writeAudit(deps, trx, {
      context,
      action: 'account_verification.repeated',
      subject: ['account_verification', id],
      before: { state: row.state, result: row.result, failure: row.failure },
    })
    if ((await compareAgain(deps, trx, row)) === null) await restartVerification(deps, trx, row)
    return { id }
  })
}
