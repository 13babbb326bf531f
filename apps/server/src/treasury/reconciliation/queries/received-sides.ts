import type { Day } from '@quincena/domain/dates'
import type { DayTotals } from '@quincena/domain/reconciliation/compare'
import type { ListedReceived, OwnReceived } from '@quincena/domain/reconciliation/compare-received'
import { sql } from 'kysely'
import type { Trx } from '../../../db/types.ts'

const atOnce = 1000

/** STP's order as the comparison needs it; `is_repeated`: another order of that bank has the same tracking key. */
const listedFacts = sql`jsonb_build_object('amount', listed.amount_cents, 'account', listed.beneficiary_account,
  'operation_date', listed.facts ->> 'operation_date', 'state', listed.state, 'stp_state', listed.stp_state,
  'is_repeated', exists (
    select from stp_listed_order as other
    where other.operation_date = listed.operation_date and other.order_type = 'R'
      and other.tracking_key = listed.tracking_key and other.stp_id <> listed.stp_id
      and other.facts ->> 'counterpart_institution' = listed.facts ->> 'counterpart_institution'))`

/**
 * Our side's return of an incoming payment. What STP returned although a part is used stays a difference. A return that we recorded after the list was read counts as ordered, because
 * the list may still have the money.
 */
const returned = sql`case
  when own.stp_return_booked_at is not null then 'settled'
  when own.stp_returned_at is not null then null
  else (
    select case when state = 'LQ' and updated_at <= listed.read_at then 'settled' else 'ordered' end
    from transfer
    where transfer.incoming_payment_id = own.id and claimed_at is not null and status <> 'failed'
      and (state is null or state = 'LQ')
    limit 1)
  end`

interface OwnRow extends OwnReceived {
  id: number
  tracking_key: string | null
  stp_id: number | null
  listed: ListedReceived | null
  /** It arrived or was confirmed after the list was read, so the list may lack it. */
  is_newer_than_list: boolean
}

/**
 * Returns our incoming payments of a day after `after`, each with its order in STP's stored list: the one that confirmed
 * it, or else one with its tracking key. Dismissed callbacks that STP never confirmed are left out, because staff have
 * decided that they are no money.
 */
export async function ownReceived(
  trx: Trx,
  { operation_date, whole_at, after }: { operation_date: Day; whole_at: string; after: number },
): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select own.id, own.tracking_key, own.amount_cents as amount, own.beneficiary_account as account,
      own.operation_date, own.stp_check, ${returned} as returned, listed.stp_id,
      case when listed.stp_id is not null then ${listedFacts} end as listed,
      greatest(own.received_at, own.stp_confirmed_at) > ${whole_at}::timestamptz as is_newer_than_list
    from (
      select * from incoming_payment
      where operation_date = ${operation_date} and id > ${after}
        and (status <> 'dismissed' or stp_confirmed_at is not null)
      order by id limit ${atOnce}) as own
    left join stp_listed_order as listed
      on listed.operation_date = ${operation_date} and listed.order_type = 'R'
      and listed.stp_id = coalesce(own.stp_order_id, (
        select same.stp_id from stp_listed_order as same
        where same.operation_date = ${operation_date} and same.order_type = 'R'
          and same.tracking_key = own.tracking_key
        order by (same.amount_cents = own.amount_cents) desc, same.stp_id limit 1))
    order by own.id`.execute(trx)
  return rows
}

interface UnknownRow {
  stp_id: number
  tracking_key: string
  listed: ListedReceived
}

/** Returns the orders of STP's stored list of a day, after STP's number `after`, that no incoming payment has. */
export async function unknownReceived(trx: Trx, operation_date: Day, after: number): Promise<UnknownRow[]> {
  const { rows } = await sql<UnknownRow>`
    select listed.stp_id, listed.tracking_key, ${listedFacts} as listed from stp_listed_order as listed
    where listed.operation_date = ${operation_date} and listed.order_type = 'R' and listed.stp_id > ${after}
      and not exists (select from incoming_payment where stp_order_id = listed.stp_id)
      and not exists (
        select from incoming_payment as old
        where old.stp_check = 'unchecked' and old.tracking_key = listed.tracking_key
          and old.operation_date = listed.operation_date and old.amount_cents = listed.amount_cents)
    order by listed.stp_id limit ${atOnce}`.execute(trx)
  return rows
}

/** Adds up the money that arrived on a day, by STP's stored list and by our incoming payments. */
export async function receivedTotals(
  trx: Trx,
  operation_date: Day,
): Promise<NonNullable<DayTotals['received']>> {
  const totals = sql`jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount_cents), 0))`
  const { rows } = await sql<NonNullable<DayTotals['received']>>`select
    (select ${totals} from stp_listed_order where operation_date = ${operation_date} and order_type = 'R'
      and (state = 'LQ' or stp_state = 'CCO')) as stp,
    (select ${totals} from incoming_payment where operation_date = ${operation_date}
      and stp_check in ('confirmed', 'unchecked') and stp_returned_at is null
      and not exists (select from transfer
        where transfer.incoming_payment_id = incoming_payment.id and transfer.state = 'LQ')) as ours`.execute(
    trx,
  )
  const none = { count: 0, amount: 0 }
  return rows[0] ?? { ours: none, stp: none }
}
