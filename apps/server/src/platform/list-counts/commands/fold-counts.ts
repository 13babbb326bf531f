import { sql } from 'kysely'
import { tryLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'

/**
 * Moves the changes of the lists' numbers into the numbers, in one statement, so that no reader sees a change twice or
 * not at all. One process does it at a time; another returns at once.
 */
export async function foldCounts({ db }: Pick<Deps, 'db'>): Promise<void> {
  const waiting = await db.selectFrom('list_count_change').select('list').limit(1).executeTakeFirst()
  if (waiting === undefined) return
  await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'list_counts'))) return
    await sql`
      with moved as (delete from list_count_change returning list, kind, company_id, day, key, n),
      cells as (
        select * from moved
        union all
        select list, 'month', 0, date_trunc('month', day)::date, key, n from moved where kind = 'day'
        union all
        select list, 'all', 0, '-infinity', key, n from moved where kind = 'day'
      )
      insert into list_count as old (list, kind, company_id, day, key, n)
      select list, kind, company_id, day, key, sum(n) from cells group by 1, 2, 3, 4, 5 having sum(n) <> 0
      on conflict (list, kind, company_id, day, key) do update set n = old.n + excluded.n`.execute(trx)
  })
}
