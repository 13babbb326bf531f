import { setTimeout as sleep } from 'node:timers/promises'
import { type AccessConfig, LOCK_MINUTES } from '@quincena/domain/sessions/access-config'
import { type RawBuilder, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import { isUnavailable } from '../../../db/unavailable.ts'
import type { Deps } from '../../../deps.ts'
import { getAccessConfig } from '../queries/access.ts'

/** The longest time that an attempt waits for the running attempts of its address. It polls with growing intervals. */
const PATIENCE_MS = 10_000
const FIRST_LOOK_MS = 25
const LAST_LOOK_MS = 400
/** After this time, attempts that did not end count as failures: their process died. */
const LOST_SECONDS = 60

/** SQL for the current counts of an address: an expired lock resets them, and lost attempts count as failures. */
function failuresOf(deps: Deps) {
  const now = isoOf(deps.clock())
  const lost = isoOf(deps.clock().subtract({ seconds: LOST_SECONDS }))
  const isLost = sql<boolean>`a.pending_since < ${lost}`
  return {
    now,
    isLocked: sql<boolean>`coalesce(a.locked_until > ${now}, false)`,
    failures: sql<number>`case
      when a.locked_until <= ${now} then 0
      when ${isLost} then a.failures + a.pending
      else a.failures end`,
    pending: sql<number>`case when ${isLost} then 0 else a.pending end`,
  }
}

/** Reserves one of the attempts that failures and running attempts have left; false if none is left. */
async function reserveAttempt(deps: Deps, email: string, allowed: number): Promise<boolean> {
  const { now, isLocked, failures, pending } = failuresOf(deps)
  const { numAffectedRows } = await sql`
    insert into sign_in_attempt as a (email, failures, last_failure_at, pending, pending_since)
    values (${email}, 0, ${now}, 1, ${now})
    on conflict (email) do update
    set failures = ${failures}, pending = ${pending} + 1, pending_since = ${now}, locked_until = null
    where not ${isLocked} and ${failures} + ${pending} < ${allowed}`.execute(deps.db)
  return numAffectedRows === 1n
}

/** Locks the address if its failures alone reach `allowed`; returns whether the address is locked. */
async function isLockedNow(deps: Deps, email: string, allowed: number): Promise<boolean> {
  const { isLocked, failures } = failuresOf(deps)
  const locked_until = isoOf(deps.clock().add({ minutes: LOCK_MINUTES }))
  const { rows } = await sql`
    update sign_in_attempt as a
    set locked_until = case when ${isLocked} then a.locked_until else ${locked_until} end
    where email = ${email} and (${isLocked} or ${failures} >= ${allowed})
    returning 1`.execute(deps.db)
  return rows.length > 0
}

async function beginAttempt(deps: Deps, email: string, allowed: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  let look_ms = FIRST_LOOK_MS
  while (!(await reserveAttempt(deps, email, allowed))) {
    if (await isLockedNow(deps, email, allowed)) throw new AppError('account_locked', 423)
    if (performance.now() > until) throw new AppError('request.too_many', 429)
    await sleep(look_ms)
    look_ms = Math.min(look_ms * 2, LAST_LOOK_MS)
  }
}

async function endAttempt(deps: Deps, email: string, failures: RawBuilder<number>): Promise<void> {
  await deps.db
    .updateTable('sign_in_attempt')
    .set({ failures, pending: sql<number>`greatest(pending - 1, 0)`, last_failure_at: isoOf(deps.clock()) })
    .where('email', '=', email)
    .execute()
}

/**
 * A right password without a code yet is not a failure. It does not reset the count either: otherwise codes could be
 * tried without limit.
 */
const isCodeMissing = (error: unknown) => error instanceof AppError && error.code === 'code_required'

/** An attempt that ends because the database did not answer is not a failure either. */
const isNoFailure = (error: unknown) => isCodeMissing(error) || isUnavailable(error)

/**
 * Runs a check of a password (and of the code after it) as one attempt of an e-mail address: an error is a failure,
 * success resets the count. At most as many attempts run at once as may still fail; the others wait. So parallel calls
 * get no more tries than sequential ones, and right passwords cause no lock. Unknown addresses count too. `work`
 * receives the configuration that was in force at the start. Throws `account_locked` (423) for 15 minutes, and
 * `request.too_many` (429) after a long wait.
 */
export async function attempt<T>(
  deps: Deps,
  email: string,
  work: (config: AccessConfig) => Promise<T>,
): Promise<T> {
  const config = await getAccessConfig(deps.db)
  await beginAttempt(deps, email, config.attemptsBeforeLock)
  const answer = await work(config).catch(async (error: unknown) => {
    await endAttempt(deps, email, isNoFailure(error) ? sql`failures` : sql`failures + 1`)
    throw error
  })
  await endAttempt(deps, email, sql`0`)
  return answer
}

/** Deletes the failures of an address, after a password reset. */
export async function forgetAttempts(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('sign_in_attempt').where('email', '=', email).execute()
}

/** Deletes the failures of addresses whose last one is 48 hours old. */
export async function purgeSignInAttempts(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: 48 }))
  await deps.db.deleteFrom('sign_in_attempt').where('last_failure_at', '<', limit).execute()
}
