import { isoOf } from '../../command/clock.ts'
import type { Db, Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { type AccessChange, SAME_PERSON_DAYS, samePersonUntil } from './rules.ts'

const sinceOf = (deps: Pick<Deps, 'clock'>) => isoOf(deps.clock().subtract({ hours: 24 * SAME_PERSON_DAYS }))

/**
 * The changes of the access of staff that count, newest first: those of the last days. They count from a lender's first
 * day: otherwise its one admin would be two people for the first payouts.
 */
export async function listAccessChanges(deps: Pick<Deps, 'clock'>, db: Db | Trx): Promise<AccessChange[]> {
  return db
    .selectFrom('staff_access_change')
    .select(['user_id', 'changed_by', 'changed_at'])
    .where('changed_at', '>', sinceOf(deps))
    .orderBy('staff_access_change.id', 'desc')
    .execute()
}

/** True if an active admin with a password, another than `except`, could decide what the command line asks. */
export async function hasAdmin(trx: Trx, { except }: { except: number | null }): Promise<boolean> {
  const admin = await trx
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '=', 'U0')
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .where('id', '<>', except ?? 0)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** The user and everybody who does not count as another person than the user. */
export async function findSamePeople(deps: Pick<Deps, 'clock'>, db: Db | Trx, id: number): Promise<number[]> {
  const changes = await listAccessChanges(deps, db)
  const concerned = new Set(changes.flatMap(({ user_id, changed_by }) => [user_id, changed_by]))
  concerned.delete(id)
  return [id, ...[...concerned].filter((other) => samePersonUntil(changes, id, other) !== null)]
}

/** The addresses that a user had in the last days before somebody else changed them. */
export async function listOldAddresses(
  deps: Pick<Deps, 'clock'>,
  db: Db | Trx,
  user_id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_access_change')
    .select('email_before')
    .distinct()
    .where('user_id', '=', user_id)
    .where('changed_at', '>', sinceOf(deps))
    .where('email_before', 'is not', null)
    .execute()
  return rows.flatMap(({ email_before }) => email_before ?? [])
}
