import { sql } from 'kysely'
import { tryLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'
import { offersOfTouched } from '../queries/unreviewed-offers.ts'

/**
 * Moves the changes of the dashboard's figures into the kept sums, each once; of several processes one does it. It is one
 * statement, so that it counts the offers of the workers whose changes it takes at the very moment of these changes. No
 * command waits for it, and no figure changes.
 */
export async function foldChanges({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'dashboard_sums'))) return
    await sql`
      with taken as (
        delete from dashboard_change returning figure, day, type, state, part, loans, amount_cents
      ), touched as (
        select distinct part as user_id from taken where figure = 'offers'
      ), counted as (
        select user_id, loans from ${offersOfTouched} as offers
      ), reviewed as (
        delete from unreviewed_offer where user_id in (select user_id from counted where loans = 0)
      ), unreviewed as (
        insert into unreviewed_offer (user_id, loans) select user_id, loans from counted where loans > 0
        on conflict (user_id) do update set loans = excluded.loans
      ), moved as (
        select figure, day, type, state, part, sum(loans)::bigint as loans, sum(amount_cents)::bigint as amount_cents
        from (
          select figure, day, type, state, part, loans, amount_cents from taken where figure <> 'offers'
          union all
          select 'unreviewed', '-infinity', '', '', 0, coalesce((select sum(loans) from counted), 0)
            - coalesce((select sum(loans) from unreviewed_offer where user_id in (select user_id from touched)), 0), 0
        ) as change
        group by 1, 2, 3, 4, 5 having sum(loans) <> 0 or sum(amount_cents) <> 0
      )
      merge into dashboard_sum as kept using moved
        on kept.figure = moved.figure and kept.day = moved.day and kept.type = moved.type
          and kept.state = moved.state and kept.part = moved.part
      when matched and kept.loans + moved.loans = 0 and kept.amount_cents + moved.amount_cents = 0 then delete
      when matched then update set
        loans = kept.loans + moved.loans, amount_cents = kept.amount_cents + moved.amount_cents
      when not matched then insert (figure, day, type, state, part, loans, amount_cents)
        values (moved.figure, moved.day, moved.type, moved.state, moved.part, moved.loans, moved.amount_cents)`.execute(
      trx,
    )
  })
}
