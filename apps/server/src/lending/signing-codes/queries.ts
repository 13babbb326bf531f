import { isoOf } from '../../command/clock.ts'
import type { Db, Trx } from '../../db/types.ts'

/** A code that was sent, without the code itself. */
export interface SigningCodeRow {
  id: number
  contract_id: number
  channel: 'mail' | 'message'
  address: string
  code_hash: string
  sent_at: string
  expires_at: string
  used_at: string | null
  failures: number
}

export const newestOf = (db: Db | Trx, loan_id: number) =>
  db
    .selectFrom('signing_code')
    .select(['id', 'contract_id', 'channel', 'address', 'code_hash'])
    .select(['sent_at', 'expires_at', 'used_at', 'failures'])
    .where('loan_id', '=', loan_id)
    // One that could not be sent confirms nothing: otherwise each refused sending would give five more guesses.
    .where('fault', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)

/** The newest code of a loan that was sent, which makes the earlier ones invalid; undefined if there is none. */
export const findNewestCode = (db: Db | Trx, loan_id: number): Promise<SigningCodeRow | undefined> =>
  newestOf(db, loan_id).executeTakeFirst()

/** Counts the codes of a worker within the last hour, without those that could not be sent. */
export async function countRecentCodes(
  trx: Trx,
  { user_id, now }: { user_id: number; now: Temporal.Instant },
): Promise<number> {
  const { recent } = await trx
    .selectFrom('signing_code')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('user_id', '=', user_id)
    .where('sent_at', '>', isoOf(now.subtract({ hours: 1 })))
    .where('fault', 'is', null)
    .executeTakeFirstOrThrow()
  return recent
}
