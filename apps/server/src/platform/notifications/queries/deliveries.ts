import type { Figure } from '@quincena/domain/mails/schema'
import { sql } from 'kysely'
import type { DeliveryWords } from '../../../db/notice-types.ts'
import type { Db } from '../../../db/types.ts'
import { loanOfReason } from '../presenters.ts'

/** A delivery that this process sends, with the notification that it is of. */
export interface ClaimedDelivery {
  id: number
  channel: 'mail' | 'message'
  address: string
  figures: Figure[]
  words: DeliveryWords | null
  attempts: number
  created_at: string
  title: string
  message: string
  reason_key: string
  first_name: string
  user_type: 'U0' | 'U1' | 'U2'
  loan: number | null
  loan_type: 'credit' | 'advance' | null
}

interface Claim {
  channel: ClaimedDelivery['channel']
  now: string
  /** When another process may take over what this one has not finished. */
  until: string
  size: number
}

/**
 * Claims the next deliveries of a channel that are due: those that go first, then the oldest. Rows that another process
 * claims at the moment are left out.
 */
export async function claimDeliveries(
  db: Db,
  { channel, now, until, size }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select id from notice_delivery where channel = ${channel} and next_try_at <= ${now}::timestamptz
      order by goes_first desc, next_try_at, id limit ${size} for update skip locked
    ), claimed as (
      update notice_delivery set next_try_at = ${until}::timestamptz, attempts = attempts + 1
      from due where notice_delivery.id = due.id
      returning notice_delivery.*
    )
    select claimed.id, claimed.channel, claimed.address, claimed.figures, claimed.words, claimed.attempts, claimed.created_at,
      notification.title, notification.message, notification.reason_key,
      user_summary.first_name, user_summary.user_type, loan.id as loan, loan.type as loan_type
    from claimed
    join notification on notification.id = claimed.notification_id
    join user_summary on user_summary.id = notification.recipient_id
    left join loan_summary as loan on loan.id = ${loanOfReason}
    order by claimed.goes_first desc, claimed.id`.execute(db)
  return rows
}

interface Undelivered {
  failing: number
  given_up: number
  skipped: number
}

/**
 * Counts the deliveries whose last attempt failed and that are tried again, and those that were given up, or skipped
 * because they were not true any more, since a time.
 */
export function countUndelivered(db: Db, since: string): Promise<Undelivered> {
  return db
    .selectFrom('notice_delivery')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('state', '=', 'failed').as('failing'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'given_up').as('given_up'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'skipped').as('skipped'),
    ])
    .where((eb) =>
      eb.or([
        eb.and([eb('next_try_at', 'is not', null), eb('state', '=', 'failed')]),
        eb.and([eb('finished_at', '>=', since), eb('state', 'in', ['given_up', 'skipped'])]),
      ]),
    )
    .executeTakeFirstOrThrow()
}
