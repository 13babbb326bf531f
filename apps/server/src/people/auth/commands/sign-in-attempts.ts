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
/** Failures of one key after which the user and the admins are notified, once a day each. */
const ALERT_AFTER = 10
/** After this time, attempts that did not end count as failures: their process died. */
const LOST_SECONDS = 60

/** What failures are counted for: an e-mail address, there one device, all unknown ones, or an open session. */
export interface AttemptKey {
  email: string
  /** `''`: devices on which nobody signed in before. */
  scope: string
}

/** The scope of passwords in an open session; an outsider, or another session of the user, cannot lock it. */
export const passwordScope = (session_id: number | null) => `session:${session_id ?? ''}`

/**
 * The scope of second factors in an open session. Apart from passwords, because who has the right password could
 * otherwise reset the count and guess codes without limit.
 */
export const factorScope = (session_id: number | null) => `factor:${session_id ?? ''}`

/** SQL for the current counts of a key: lost attempts count as failures. */
function failuresOf(deps: Deps) {
  const now = isoOf(deps.clock())
  const lost = isoOf(deps.clock().subtract({ seconds: LOST_SECONDS }))
  const isLost = sql<boolean>`a.pending_since < ${lost}`
  return {
    now,
    isLocked: sql<boolean>`coalesce(a.locked_until > ${now}, false)`,
    failures: sql<number>`case when ${isLost} then a.failures + a.pending else a.failures end`,
    pending: sql<number>`case when ${isLost} then 0 else a.pending end`,
  }
}

/**
 * Reserves one of the attempts that failures and running attempts have left, or the one attempt after a lock; false if
 * none is left.
 */
async function reserveAttempt(deps: Deps, { email, scope }: AttemptKey, allowed: number): Promise<boolean> {
  const { now, isLocked, failures, pending } = failuresOf(deps)
  const { numAffectedRows } = await sql`
    insert into sign_in_attempt as a (email, scope, failures, last_failure_at, pending, pending_since)
    values (${email}, ${scope}, 0, ${now}, 1, ${now})
    on conflict (email, scope) do update
    set failures = ${failures}, pending = ${pending} + 1, pending_since = ${now}
    where not ${isLocked}
      and (${failures} + ${pending} < ${allowed} or (a.locked_until is not null and ${pending} = 0))`.execute(
    deps.db,
  )
  return numAffectedRows === 1n
}

/** Minutes of the lock after this many failures above the allowed ones: 1, 2, 4, 8, then 15. */
const lockMinutes = (failures: RawBuilder<number>, allowed: number) =>
  sql<number>`least(power(2, least(${failures} - ${allowed}::int, 10)), ${LOCK_MINUTES}::int)`

/** Locks a key whose failures reached `allowed` without a lock (lost attempts); returns whether the key is locked. */
async function isLockedNow(deps: Deps, { email, scope }: AttemptKey, allowed: number): Promise<boolean> {
  const { now, isLocked, failures } = failuresOf(deps)
  const { rows } = await sql`
    update sign_in_attempt as a
    set locked_until = coalesce(a.locked_until, ${now}::timestamptz + interval '1 minute')
    where email = ${email} and scope = ${scope}
      and (${isLocked} or (${failures} >= ${allowed} and a.locked_until is null))
    returning 1`.execute(deps.db)
  return rows.length > 0
}

async function beginAttempt(deps: Deps, key: AttemptKey, allowed: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  let look_ms = FIRST_LOOK_MS
  while (!(await reserveAttempt(deps, key, allowed))) {
    if (await isLockedNow(deps, key, allowed)) throw new AppError('account_locked', 423)
    if (performance.now() > until) throw new AppError('request.too_many', 429)
    await sleep(look_ms)
    look_ms = Math.min(look_ms * 2, LAST_LOOK_MS)
  }
}

/** Ends an attempt that is no failure; a right one also deletes the failures and the lock. */
async function endAttempt(deps: Deps, { email, scope }: AttemptKey, isRight: boolean): Promise<void> {
  await deps.db
    .updateTable('sign_in_attempt')
    .set({ pending: sql<number>`greatest(pending - 1, 0)` })
    .$if(isRight, (query) => query.set({ failures: 0, locked_until: null }))
    .where('email', '=', email)
    .where('scope', '=', scope)
    .execute()
}

/** Counts a failure and locks the key from the allowed number on. Every tenth failure alerts the user and the admins. */
async function endFailure(deps: Deps, { email, scope }: AttemptKey, allowed: number): Promise<void> {
  const now = isoOf(deps.clock())
  const failed = sql<number>`a.failures + 1`
  await deps.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ failures: number }>`
      update sign_in_attempt as a
      set failures = ${failed}, pending = greatest(a.pending - 1, 0), last_failure_at = ${now},
        locked_until = case when ${failed} >= ${allowed}
          then ${now}::timestamptz + ${lockMinutes(failed, allowed)} * interval '1 minute' end
      where email = ${email} and scope = ${scope}
      returning failures`.execute(trx)
    const failures = rows[0]?.failures ?? 0
    if (failures > 0 && failures % ALERT_AFTER === 0) await deps.queue.send(trx, 'alert-failures', { email })
  })
}

/**
 * A right password without a code yet is not a failure. It does not reset the count either: otherwise codes could be
 * tried without limit.
 */
const isCodeMissing = (error: unknown) => error instanceof AppError && error.code === 'code_required'

/** A right password whose code is not checked, because codes are locked, is not a failure either. */
const isCodeLocked = (error: unknown) => error instanceof AppError && error.code === 'account_locked'

/** An attempt that ends because the database did not answer is not a failure either. */
const isNoFailure = (error: unknown) => isCodeMissing(error) || isCodeLocked(error) || isUnavailable(error)

/**
 * Runs a check of a password (and of the code after it) as one attempt of a key: an error is a failure, success resets
 * the count. At most as many attempts run at once as may still fail; the others wait. So parallel calls get no more
 * tries than sequential ones, and right passwords cause no lock. Unknown addresses count too. `work` receives the
 * configuration that was in force at the start. From the configured number of failures on, throws `account_locked`
 * (423) for 1 minute, and after each further failure for 2, 4, 8 and then 15 minutes; throws `request.too_many` (429)
 * after a long wait.
 */
export async function attempt<T>(
  deps: Deps,
  key: AttemptKey,
  work: (config: AccessConfig) => Promise<T>,
): Promise<T> {
  const config = await getAccessConfig(deps.db)
  const allowed = config.attemptsBeforeLock
  await beginAttempt(deps, key, allowed)
  const answer = await work(config).catch(async (error: unknown) => {
    await (isNoFailure(error) ? endAttempt(deps, key, false) : endFailure(deps, key, allowed))
    throw error
  })
  await endAttempt(deps, key, true)
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
