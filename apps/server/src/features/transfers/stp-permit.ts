import { isNightlyPause } from '@quincena/domain/mexico/operating-day'
import { sql } from 'kysely'
import type { StpHours } from '../../integrations/stp/hours.ts'
import type { Permit, QueryPurpose } from '../../integrations/stp/permit.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Db } from '../../lib/deps.ts'

interface PermitParts {
  db: Db
  clock: Clock
  hours: StpHours
  /** How many questions STP answers in an hour, to all processes together. */
  queries_per_hour: number
}

interface Used {
  all: number
  by_purpose: number
  by_reconciliation: number
}

/** The share of the hour's questions that a purpose leaves to those more urgent than itself. */
const leaves: Record<QueryPurpose, number> = {
  unknown: 0,
  confirm: 0.1,
  reconcile: 0.3,
  transit: 0.3,
  received_list: 0.4,
  received: 0.5,
  staff: 0.5,
}
/**
 * The most that queries about incoming payments may use of the hour. Their callbacks are unsigned, so a forger decides
 * how many there are: the lists keep a share that queries about single payments cannot use up.
 */
const atMost: Partial<Record<QueryPurpose, number>> = { received_list: 0.15, received: 0.15 }
/** The share that nobody but the reconciliation may use. */
const reconciliationShare = 0.1

/** Whether a question may still be asked, by what was asked within the hour. */
export function mayAsk(purpose: QueryPurpose, used: Used, limit: number): boolean {
  if (used.by_purpose >= Math.ceil(limit * (atMost[purpose] ?? 1))) return false
  const reserved = Math.max(0, Math.ceil(limit * reconciliationShare) - used.by_reconciliation)
  if (purpose === 'reconcile' && reserved > 0) return used.all < limit
  return used.all + reserved + Math.ceil(limit * leaves[purpose]) < limit
}

const permitLock = 7_276_009
/** An hour, and the time a question may be on its way: STP counts when it arrives. */
const windowMinutes = 61

async function spend(db: Db, purpose: QueryPurpose, limit: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${permitLock})`.execute(trx)
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
    if (!mayAsk(purpose, used, limit)) return false
    await trx.insertInto('stp_query').values({ purpose }).execute()
    return true
  })
}

/**
 * Leave to ask STP something: none in its nightly pause, and never more than the hour's questions, which every process
 * takes from one table by the database's clock.
 */
export function createPermit({ db, clock, hours, queries_per_hour }: PermitParts): Permit {
  return async (purpose) => {
    if (isNightlyPause(await hours.at(clock()))) return 'closed'
    return (await spend(db, purpose, queries_per_hour)) ? 'granted' : 'budget'
  }
}
