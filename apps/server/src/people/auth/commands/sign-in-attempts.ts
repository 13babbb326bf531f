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

export interface RunningAttempt extends AttemptKey {
  /** Failures that lock the key. */
  allowed: number
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
 * SQL that reserves one of the attempts that failures and running attempts of a key have left, or the one attempt after a
 * lock; it returns a row if there was one. `key` selects `email` and `scope`, or nothing.
 */
export function reservation(
  deps: Deps,
  { key, allowed }: { key: RawBuilder<unknown>; allowed: RawBuilder<number> },
): RawBuilder<unknown> {
  const { now, isLocked, failures, pending } = failuresOf(deps)
  return sql`
    insert into sign_in_attempt as a (email, scope, failures, last_failure_at, pending, pending_since)
    select key.email, key.scope, 0, ${now}::timestamptz, 1, ${now}::timestamptz from (${key}) as key
    on conflict (email, scope) do update
    set failures = ${failures}, pending = ${pending} + 1, pending_since = ${now}
    where not ${isLocked}
      and (${failures} + ${pending} < ${allowed} or (a.locked_until is not null and ${pending} = 0))
    returning email`
}

/**
 * SQL, for the list of a select, that lets the statement commit before the disk has it. Only a crash of the database
 * could forget a reservation, and failures are counted by statements that wait for the disk.
 */
export const withoutDiskWait = sql`set_config('synchronous_commit', 'off', true)`

async function reserveAttempt(deps: Deps, { email, scope, allowed }: RunningAttempt): Promise<boolean> {
  const key = sql`select ${email}::text as email, ${scope}::text as scope`
  const { rows } = await sql<{ is_reserved: boolean }>`
    with reserved as (${reservation(deps, { key, allowed: sql`${allowed}::int` })})
    select exists (select from reserved) as is_reserved, ${withoutDiskWait}`.execute(deps.db)
  return rows[0]?.is_reserved === true
}

/** Minutes of the lock after this many failures above the allowed ones: 1, 2, 4, 8, then 15. */
const lockMinutes = (failures: RawBuilder<number>, allowed: number) =>
  sql<number>`least(power(2, least(${failures} - ${allowed}::int, 10)), ${LOCK_MINUTES}::int)`

/** Locks a key whose failures reached `allowed` without a lock (lost attempts); returns whether the key is locked. */
async function isLockedNow(deps: Deps, { email, scope, allowed }: RunningAttempt): Promise<boolean> {
  const { now, isLocked, failures } = failuresOf(deps)
  const { rows } = await sql`
    update sign_in_attempt as a
    set locked_until = coalesce(a.locked_until, ${now}::timestamptz + interval '1 minute')
    where email = ${email} and scope = ${scope}
      and (${isLocked} or (${failures} >= ${allowed} and a.locked_until is null))
    returning 1`.execute(deps.db)
  return rows.length > 0
}

/**
 * Waits until the running attempts of a key leave one, and reserves it. Throws `account_locked` (423), and
 * `request.too_many` (429) after a long wait.
 */
export async function awaitAttempt(deps: Deps, attempt: RunningAttempt): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (let look_ms = FIRST_LOOK_MS; ; look_ms = Math.min(look_ms * 2, LAST_LOOK_MS)) {
    if (await isLockedNow(deps, attempt)) throw new AppError('account_locked', 423)
    if (performance.now() > until) throw new AppError('request.too_many', 429)
    await sleep(look_ms)
    if (await reserveAttempt(deps, attempt)) return
  }
}

/** SQL that ends an attempt that is no failure; a right one also deletes the failures and the lock. */
export function endedAttempt({ email, scope }: AttemptKey, isRight: boolean): RawBuilder<unknown> {
  return sql`
    update sign_in_attempt set pending = greatest(pending - 1, 0)${sql.raw(isRight ? ', failures = 0, locked_until = null' : '')}
    where email = ${email} and scope = ${scope}`
}

/** Counts a failure and locks the key from the allowed number on. Every tenth failure alerts the user and the admins. */
async function endFailure(deps: Deps, { email, scope, allowed }: RunningAttempt): Promise<void> {
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

/** An attempt whose password was not checked, because too many wait, is not a failure either. */
const isBusy = (error: unknown) => error instanceof AppError && error.code === 'server.unavailable'

/** An attempt that ends because the database did not answer is not a failure either. */
const isNoFailure = (error: unknown) =>
  isCodeMissing(error) || isCodeLocked(error) || isBusy(error) || isUnavailable(error)

/** Ends an attempt that ended with an error, as a failure if it is one, and throws the error. */
export async function failAttempt(deps: Deps, attempt: RunningAttempt, error: unknown): Promise<never> {
  await (isNoFailure(error) ? endedAttempt(attempt, false).execute(deps.db) : endFailure(deps, attempt))
  throw error
}

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
  const running = { ...key, allowed: config.attemptsBeforeLock }
  if (!(await reserveAttempt(deps, running))) await awaitAttempt(deps, running)
  const answer = await work(config).catch((error: unknown) => failAttempt(deps, running, error))
  await endedAttempt(key, true).execute(deps.db)
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
