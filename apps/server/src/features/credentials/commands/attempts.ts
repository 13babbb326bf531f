import { LOCK_MINUTES } from '@quincena/domain/sessions/access-config'
import { sql } from 'kysely'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { AppError } from '../../../lib/errors.ts'

async function refuseLocked(deps: Deps, email: string) {
  const lock = await deps.db
    .selectFrom('sign_in_attempt')
    .select('locked_until')
    .where('email', '=', email)
    .where('locked_until', '>', isoOf(deps.clock()))
    .executeTakeFirst()
  if (lock !== undefined) throw new AppError('account_locked', 423)
}

/**
 * Counts an attempt before its password is looked at, so that many at once get no more tries than one after another.
 * Addresses count as they were typed, whether somebody has them or not. Throws `account_locked` (423), for 15 minutes.
 */
export async function countAttempt(deps: Deps, email: string, allowed: number): Promise<void> {
  await refuseLocked(deps, email)
  const now = isoOf(deps.clock())
  const row = await deps.db
    .insertInto('sign_in_attempt')
    .values({ email, failures: 1, last_failure_at: now, locked_until: null })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        // A lock that has passed starts the count again; one that another call has just set stays.
        failures: sql<number>`case when sign_in_attempt.locked_until <= ${now} then 1 else sign_in_attempt.failures + 1 end`,
        last_failure_at: now,
        locked_until: sql<
          string | null
        >`case when sign_in_attempt.locked_until > ${now} then sign_in_attempt.locked_until end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (row.failures <= allowed) return

  const locked_until = isoOf(deps.clock().add({ minutes: LOCK_MINUTES }))
  await deps.db.updateTable('sign_in_attempt').set({ locked_until }).where('email', '=', email).execute()
  throw new AppError('account_locked', 423)
}

/** A right password whose code is still to come was no failure; it ends no count either, or codes could be tried for ever. */
export async function takeBackAttempt(deps: Deps, email: string): Promise<void> {
  await deps.db
    .updateTable('sign_in_attempt')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('email', '=', email)
    .where('locked_until', 'is', null)
    .execute()
}

/** A password that was right, or a new one, ends the count. */
export async function forgetAttempts(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('sign_in_attempt').where('email', '=', email).execute()
}
