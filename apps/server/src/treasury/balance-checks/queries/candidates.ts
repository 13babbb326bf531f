import { explainDifference } from '@quincena/domain/treasury/balance-check'
import type { BalanceCandidate } from '@quincena/domain/treasury/balance-check-schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import { isNoMovement } from '../../stp-lists/queries/own-movements.ts'
import { needsReview } from '../../transfers/queries/transfer-predicates.ts'

type Candidate = Omit<BalanceCandidate, 'is_match'>

/** Of each source only the first are read: a case is for a person to look at. */
const shownOfEach = 50
/** Days before the first check in which a movement may have been missed. */
const days = 3

const columns = (effect: RawBuilder<unknown>, reason: RawBuilder<unknown>) => sql`
  'order' as kind, id as record, tracking_key, beneficiary_name as name, ${reason} as reason,
  coalesce(contested_at, returned_at, sent_at, claimed_at, created_at) as at, amount_cents as amount, ${effect} as effect`

/** Orders of ours whose money nobody is sure of: in review, contested, or without STP's answer. */
const doubtedOrders = sql`
  select ${columns(
    sql`case when sent_at is null then -amount_cents else amount_cents end`,
    sql`case when status = 'unknown' then 'STP no ha contestado si la tiene' else 'Está en revisión' end`,
  )}
  from transfer where ${needsReview('transfer')} or status = 'unknown'
  order by id desc limit ${shownOfEach}`

/** Orders that may have come back without our knowing: sent and not settled, or settled with this amount. */
const returnableOrders = (difference: number, since: string) => sql`
  select ${columns(
    sql`amount_cents`,
    sql`case when state is null then 'Sigue en tránsito: STP pudo cancelarla' else 'Se liquidó: el banco pudo devolverla' end`,
  )}
  from transfer
  where sent_at > ${since}::timestamptz - interval '3 days' and not ${needsReview('transfer')}
    and (state is null or (state = 'LQ' and amount_cents = ${difference}))
  order by amount_cents = ${difference} desc, id desc limit ${shownOfEach}`

/** Orders of exactly the missing amount that STP refused or cancelled, and may have paid all the same. */
const refusedOrders = (difference: number, since: string) => sql`
  select ${columns(sql`-amount_cents`, sql`'STP la rechazó o canceló: pudo pagarla después'`)}
  from transfer
  where amount_cents = ${-difference} and (status = 'failed' or state = 'CN')
    and updated_at > ${since}::timestamptz - interval '3 days' and not ${needsReview('transfer')}
  order by id desc limit ${shownOfEach}`

/** The lender's own movements: one by hand may not have happened, and one that STP lists may have come back. */
const ownMovements = (since: string) => sql`
  select 'movement', id, tracking_key, note,
    case when stp_order_id is null then 'Se registró a mano: puede no estar en STP'
      else 'STP la liquidó: el banco pudo devolverla' end,
    created_at, abs(amount_cents), -amount_cents
  from cash_movement
  where created_at > ${since}::timestamptz - interval '3 days' and kind <> 'opening'
    and settles_id is null and incoming_payment_id is null and reverses_id is null and reversed_at is null
  order by created_at desc, id desc limit ${shownOfEach}`

/** Received money that STP has not confirmed. */
const unconfirmedReceipts = sql`
  select 'receipt', id, tracking_key, payer_name,
    case stp_check when 'pending' then 'Sin confirmar con STP' else 'STP no lo reconoce' end,
    received_at, amount_cents, amount_cents
  from incoming_payment
  where stp_check in ('pending', 'not_found', 'mismatch') and status = 'open'
  order by received_at desc limit ${shownOfEach}`

/** Orders of STP's lists that are no record of ours. */
const strangeOrders = (since: string) => sql`
  select 'listed_order', null::bigint, tracking_key, facts ->> 'beneficiary_name',
    case order_type when 'E' then 'STP la envió y no es nuestra' else 'STP la recibió y no la tenemos' end,
    read_at, amount_cents, case order_type when 'E' then -amount_cents else amount_cents end
  from stp_listed_order as listed
  where operation_date >= (${since}::timestamptz)::date - ${days}::integer
    and case order_type
      when 'E' then not exists (select from transfer where transfer.tracking_key = listed.tracking_key)
        and ${isNoMovement}
      else not exists (select from incoming_payment as own where own.stp_order_id = listed.stp_id)
        and not exists (select from incoming_payment as own where own.tracking_key = listed.tracking_key) end
  order by stp_id desc limit ${shownOfEach}`

/**
 * Returns the movements that could explain a difference in centavos since an instant, with the one or the pair that is
 * exactly the difference marked and first.
 */
export async function findCandidates(
  db: Db,
  { difference, since }: { difference: number; since: string },
): Promise<BalanceCandidate[]> {
  const { rows } = await sql<Candidate>`
    (${doubtedOrders}) union all (${unconfirmedReceipts}) union all (${strangeOrders(since)})
    union all (${ownMovements(since)}) union all (${refusedOrders(difference, since)})
    union all (${returnableOrders(difference, since)})`.execute(db)
  const matches = new Set(explainDifference(difference, rows))
  const marked = rows.map((row, position) => ({ ...row, is_match: matches.has(position) }))
  return marked.sort((a, b) => Number(b.is_match) - Number(a.is_match))
}
