import { TRIED_HOURS, triesEndAt } from '@quincena/domain/loans/signing-code-rules'
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
    // One that is being sent or could not be sent confirms nothing: otherwise each refused sending would give five more
    // guesses.
    .where('fault', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)

/** The newest code of a loan that was sent, which makes the earlier ones invalid; undefined if there is none. */
export const findNewestCode = (db: Db | Trx, loan_id: number): Promise<SigningCodeRow | undefined> =>
  newestOf(db, loan_id).executeTakeFirst()

/** The fault of a code from its insertion until it is handed over, which is set back then. */
export const SENDING = 'sending'

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
    .where((eb) => eb.or([eb('fault', 'is', null), eb('fault', '=', SENDING)]))
    .executeTakeFirstOrThrow()
  return recent
}

/** When the worker, who tried too many wrong codes, may go on; null: now. Codes that were not sent count too. */
export async function findTriesEnd(
  trx: Trx,
  { user_id, now }: { user_id: number; now: Temporal.Instant },
): Promise<Temporal.Instant | null> {
  const codes = await trx
    .selectFrom('signing_code')
    .select(['sent_at', 'failures'])
    .where('user_id', '=', user_id)
    .where('sent_at', '>', isoOf(now.subtract({ hours: TRIED_HOURS })))
    .where('failures', '>', 0)
    .execute()
  return triesEndAt(codes, now)
}

/** What became of a stored code: `failed` too if it was deleted, or its process ended while it was being sent. */
export async function findSending(
  db: Db,
  { id, is_ended_before }: { id: number; is_ended_before: Temporal.Instant },
): Promise<'sent' | 'sending' | 'failed'> {
  const row = await db
    .selectFrom('signing_code')
    .select(['fault', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return 'failed'
  if (row.fault === null) return 'sent'
  const isEnded = Temporal.Instant.compare(Temporal.Instant.from(row.sent_at), is_ended_before) < 0
  return row.fault === SENDING && !isEnded ? 'sending' : 'failed'
}
