import { TIME_ZONE } from '@quincena/domain/dates'
import { PAID_OUT_STATES, PAYABLE_STATES, statesOfStatus } from '@quincena/domain/loans/rules'
import { sql } from 'kysely'
import { takeLock } from '../../../db/locks.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { waitsForDocuments } from '../../../lending/loans/queries/loan-filters.ts'

const zone = sql.lit(TIME_ZONE)

/** SQL of the figures counted from loans and workers, without what keeps them. */
const counted = sql`(
  select 'state' as figure, '-infinity'::date as day, type, state, 0::bigint as part, count(*) as loans, 0::bigint as amount_cents
  from loan group by type, state
  union all
  select 'requested', requested_day, type, '', status, count(*), 0
  from (
    select requested_day, type, case when state = any(${statesOfStatus('INA')}) then 1
      when state = any(${statesOfStatus('APP')}) then 2 when state = any(${statesOfStatus('REJ')}) then 3 end as status
    from loan
  ) as request group by requested_day, type, status
  union all
  select 'sent', day, type, '', 0, count(*), sum(amount_cents)
  from (
    select (sent_at at time zone ${zone})::date as day, type, amount_cents from loan
    where sent_at is not null and state = any(${PAID_OUT_STATES})
  ) as payout group by day, type
  union all
  select 'owed', due, '', state, coalesce(company_id, 0), count(*), sum(amount_due_cents)
  from (
    select coalesce(case state when 'overdue' then next_payment_date end, '-infinity') as due, state, company_id,
      amount_due_cents from loan where state = any(${PAYABLE_STATES})
  ) as debt group by due, state, company_id
  union all
  select 'approved', week, '', '', approval_step(hours), count(*), 0
  from (
    select date_trunc('week', approved_at at time zone ${zone})::date as week,
      extract(epoch from approved_at - created_at)::float8 / 3600 as hours
    from loan where type = 'credit' and approved_at >= created_at
  ) as approval group by week, approval_step(hours)
  union all
  select 'worker', '-infinity', '', case when has_all_documents then 'complete' else 'incomplete' end, 0, count(*), 0
  from app_user where user_type = 'U2' and is_active group by has_all_documents
  union all
  select 'unreviewed', '-infinity', '', '', 0, sum(loans), 0 from unreviewed_offer having count(*) > 0)`

/** SQL of the workers whose offers without accepted documents are not as many as kept, but for those to be counted anew. */
const wrongOffers = sql`(
  select user_id from (
    select user_id, count(*) as loans from loan where type = 'advance' and ${waitsForDocuments('loan')} group by user_id
  ) as offer full join unreviewed_offer using (user_id)
  where offer.loans is distinct from unreviewed_offer.loans
    and user_id not in (select part from dashboard_change where figure = 'offers'))`

/**
 * Compares every figure with what it counts and appends the differences as changes, so that the figures are right from
 * then on. One statement, so that commands may go on meanwhile. Returns how many were wrong.
 */
async function appendDifferences(trx: Trx): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    with wrong as (
      select figure, day, type, state, part, coalesce(counted.loans, 0) - coalesce(kept.loans, 0) as loans,
        coalesce(counted.amount_cents, 0) - coalesce(kept.amount_cents, 0) as amount_cents
      from ${counted} as counted
      full join (
        select figure, day, type, state, part, sum(loans) as loans, sum(amount_cents) as amount_cents
        from dashboard_figure group by figure, day, type, state, part
      ) as kept using (figure, day, type, state, part)
      where coalesce(counted.loans, 0) <> coalesce(kept.loans, 0)
        or coalesce(counted.amount_cents, 0) <> coalesce(kept.amount_cents, 0)
      union all
      select 'offers', '-infinity', '', '', user_id, 0, 0 from ${wrongOffers} as offers
    ), appended as (
      insert into dashboard_change (figure, day, type, state, part, loans, amount_cents)
      select figure, day, type, state, part, loans, amount_cents from wrong
    )
    select count(*) as wrong from wrong`.execute(trx)
  return rows[0]?.wrong ?? 0
}

/** Compares the months with the sum of their days, and replaces those that differ. Returns how many were wrong. */
async function mendMonths(trx: Trx): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    with counted as (
      select figure, make_date(extract(year from day)::int, extract(month from day)::int, 1) as month, type, part,
        sum(loans)::bigint as loans, sum(amount_cents)::bigint as amount_cents
      from dashboard_sum where figure in ('requested', 'sent') group by 1, 2, 3, 4
    ), wrong as (
      select figure, month, type, part, coalesce(counted.loans, 0) as loans,
        coalesce(counted.amount_cents, 0) as amount_cents
      from counted full join dashboard_month as kept using (figure, month, type, part)
      where coalesce(counted.loans, 0) <> coalesce(kept.loans, 0)
        or coalesce(counted.amount_cents, 0) <> coalesce(kept.amount_cents, 0)
    ), mended as (
      insert into dashboard_month (figure, month, type, part, loans, amount_cents)
      select figure, month, type, part, loans, amount_cents from wrong
      on conflict (figure, month, type, part) do update set loans = excluded.loans, amount_cents = excluded.amount_cents
    )
    select count(*) as wrong from wrong`.execute(trx)
  return rows[0]?.wrong ?? 0
}

/** Compares the dashboard's figures with the loans and workers, and mends them. Returns how many were wrong. */
export function mendFigures(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Two that find the same difference must not both append it, and no sweep may move days while months are compared.
    await takeLock(trx, 'dashboard_sums')
    await sql`set local work_mem = '64MB'`.execute(trx)
    // It counts all loans, which takes longer than any request may.
    await sql`set local statement_timeout = 0`.execute(trx)
    return (await appendDifferences(trx)) + (await mendMonths(trx))
  })
}

/** The nightly comparison: mends the dashboard's figures, and logs an error if some were wrong. */
export async function checkFigures({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const wrong = await mendFigures(db)
  if (wrong > 0) log.error({ wrong }, 'figures of the dashboard differed from the loans and were mended')
}
