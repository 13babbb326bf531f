import { sql } from 'kysely'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { listAccessChanges } from '../../../people/staff-access/queries.ts'
import { samePersonUntil } from '../../../people/staff-access/rules.ts'

/**
 * The pairs of staff accounts that do not count as two persons now, each in both orders, as a table `(one, other)` for a
 * statement that compares two columns. The access of few people changes within the days that count, so the table is small.
 */
export async function readSamePairs(deps: Pick<Deps, 'clock'>, trx: Trx) {
  const changes = await listAccessChanges(deps, trx)
  const ids = [...new Set(changes.flatMap(({ user_id, changed_by }) => [user_id, changed_by]))]
  const pairs = ids.flatMap((one) =>
    ids
      .filter((other) => other !== one && samePersonUntil(changes, one, other) !== null)
      .map((other) => ({ one, other })),
  )
  const ones = pairs.map(({ one }) => one)
  const others = pairs.map(({ other }) => other)
  return sql`unnest(${ones}::bigint[], ${others}::bigint[]) as same (one, other)`
}
