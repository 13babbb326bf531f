import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'

/**
 * Makes the tables of STP's messages of this month, of the next three, and of each month that has messages among the rest,
 * and moves these there. Logs an error if messages stay among the rest. Returns how many. Fails if a table is in use for
 * half a second; the next run goes on.
 */
export async function keepMessageMonths({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const today = isoOf(clock()).slice(0, 10)
  const { rows } = await sql<{ left: number }>`select keep_message_months(${today}::date) as left`.execute(db)
  const left = rows[0]?.left ?? 0
  if (left > 0)
    log.error(
      `${left} messages of STP are of months whose table was taken out; put them where those are kept`,
    )
  return left
}
