import { COOLING_OFF_HOURS } from '@quincena/domain/accounts/verification-rules'
import { isoOf } from '../../../command/clock.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { findVerification, type WorkerAccount } from './find-verification.ts'

const endOf = (changed_at: string | null) =>
  changed_at === null ? null : isoOf(Temporal.Instant.from(changed_at).add({ hours: COOLING_OFF_HOURS }))

/**
 * Until when money must not leave for an account, as an ISO instant, or null: 24 hours after its worker replaced a
 * password of their own, and after the account changed unless its owner is verified or two people accepted it
 * (design.md §7).
 */
export async function findCoolingOff(
  db: Db | Trx,
  of: WorkerAccount,
  now: Temporal.Instant,
): Promise<string | null> {
  const { account_changed_at, password_replaced_at } = await db
    .selectFrom('app_user')
    .select(['account_changed_at', 'password_replaced_at'])
    .where('id', '=', of.user_id)
    .executeTakeFirstOrThrow()
  const ends = [endOf(password_replaced_at)]
  const accountEnd = endOf(account_changed_at)
  if (accountEnd !== null && accountEnd > isoOf(now)) {
    const verification = await findVerification(db, of)
    const isTrusted = verification?.state === 'verified' || (verification?.accepted_at ?? null) !== null
    if (!isTrusted) ends.push(accountEnd)
  }
  const later = ends.filter((end) => end !== null && end > isoOf(now)).toSorted()
  return later.at(-1) ?? null
}
