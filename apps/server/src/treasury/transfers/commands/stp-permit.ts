import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import { sql } from 'kysely'
import type { Clock } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Db } from '../../../db/types.ts'
import type { StpHours } from '../../../integrations/stp/hours.ts'
import type { Permit, QueryPurpose } from '../../../integrations/stp/permit.ts'

interface PermitParts {
  db: Db
  clock: Clock
  hours: StpHours
  /** Queries an hour that STP answers to all processes together. */
  queries_per_hour: number
}

interface QueryCounts {
  all: number
  by_purpose: number
  by_reconciliation: number
}

/** The fraction of the hourly limit that each purpose leaves free for more urgent ones. */
const reservedShare: Record<QueryPurpose, number> = {
  unknown: 0,
  confirm: 0.1,
  reconcile: 0.3,
  transit: 0.3,
  verification: 0.3,
  received_list: 0.4,
  received: 0.5,
  staff: 0.5,
}
/**
 * The fraction of the hourly limit that a purpose may use at most. The reconciliation of a day of 100,000 orders takes
 * 100 queries: it is spread over three hours, so that queries of staff and about new incoming payments are answered
 * meanwhile. A worker waits for a verification, but many at once are read by the list of the day. Callbacks of incoming payments are unsigned, so a forger decides how many arrive; the lists have their own
 * share, which queries about single payments cannot use up.
 */
const maxShare: Partial<Record<QueryPurpose, number>> = {
  reconcile: 0.4,
  verification: 0.25,
  received_list: 0.15,
  received: 0.15,
}
/** The fraction of the hourly limit that is reserved for the reconciliation. */
const reconciliationShare = 0.1

/** True if one more query is within the limits, given the queries of the last hour. */
export function isWithinLimit(purpose: QueryPurpose, used: QueryCounts, limit: number): boolean {
  if (used.by_purpose >= Math.ceil(limit * (maxShare[purpose] ?? 1))) return false
  const reserved = Math.max(0, Math.ceil(limit * reconciliationShare) - used.by_reconciliation)
  if (purpose === 'reconcile' && reserved > 0) return used.all < limit
  return used.all + reserved + Math.ceil(limit * reservedShare[purpose]) < limit
}

/** One hour and one minute of travel time, because STP counts a query when it arrives. */
const windowMinutes = 61

async function countQuery(db: Db, purpose: QueryPurpose, limit: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, 'stp_queries')
    await trx
      .deleteFrom('stp_query')
      .where('asked_at', '<=', sql<string>`clock_timestamp() - make_interval(mins => ${windowMinutes})`)
      .execute()
    const used = await trx
      .selectFrom('stp_query')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('purpose', '=', purpose).as('by_purpose'),
        eb.fn.countAll<number>().filterWhere('purpose', '=', 'reconcile').as('by_reconciliation'),
      ])
      .executeTakeFirstOrThrow()
    if (!isWithinLimit(purpose, used, limit)) return false
    await trx.insertInto('stp_query').values({ purpose }).execute()
    return true
  })
}

/**
 * Creates the permit for STP queries: `closed` in STP's nightly pause, `budget` when the hour's queries are used up.
 * All processes count their queries in one table by the database's clock.
 */
export function createPermit({ db, clock, hours, queries_per_hour }: PermitParts): Permit {
  return async (purpose) => {
    if (isNightlyPause(await hours.at(clock()))) return 'closed'
    return (await countQuery(db, purpose, queries_per_hour)) ? 'granted' : 'budget'
  }
}
