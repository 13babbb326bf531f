import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { HealthCheck } from './health-check.ts'

const databaseLimitMs = 1000
/** Larger than for the database, because STP reports whole seconds. */
const stpLimitMs = 5000

/**
 * Milliseconds that another clock is ahead of ours, assuming it was read in the middle of the query; null if unknown.
 */
async function millisecondsAhead(deps: Deps, readTime: () => Promise<string | null>): Promise<number | null> {
  const before = deps.clock().epochMilliseconds
  const clockTime = await readTime()
  const after = deps.clock().epochMilliseconds
  return clockTime === null
    ? null
    : Math.round(Temporal.Instant.from(clockTime).epochMilliseconds - (before + after) / 2)
}

async function databaseTime({ db }: Deps): Promise<string | null> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? null
}

const isOff = (ahead_ms: number | null, limit_ms: number) =>
  ahead_ms !== null && Math.abs(ahead_ms) > limit_ms

/** Compares this process's clock with the database's (limit 1 s) and with STP's if it reports one (limit 5 s). */
export const checkClock: HealthCheck = async (deps, { step, signal }) => {
  const database_ms = await step('compare_database', () => millisecondsAhead(deps, () => databaseTime(deps)))
  const stp_ms = await step('compare_stp', () => millisecondsAhead(deps, () => deps.stp.readDate(signal)))
  const off = isOff(database_ms, databaseLimitMs) || isOff(stp_ms, stpLimitMs)
  return {
    finding: off ? 'clock_off' : 'clock_good',
    facts: [
      { fact: 'database_ms', value: database_ms },
      { fact: 'stp_ms', value: stp_ms },
    ],
  }
}
