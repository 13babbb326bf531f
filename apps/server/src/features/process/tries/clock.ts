import { sql } from 'kysely'
import type { Deps } from '../../../lib/deps.ts'
import type { Try } from './try.ts'

const databaseLimitMs = 1000
/** STP tells whole seconds. */
const stpLimitMs = 5000

/** How far another clock is ahead of ours, taken as read in the middle of the asking. */
async function aheadOf(deps: Deps, ask: () => Promise<string | null>): Promise<number | null> {
  const before = deps.clock().epochMilliseconds
  const told = await ask()
  const after = deps.clock().epochMilliseconds
  return told === null
    ? null
    : Math.round(Temporal.Instant.from(told).epochMilliseconds - (before + after) / 2)
}

async function databaseTime({ db }: Deps): Promise<string | null> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? null
}

const isOff = (ahead_ms: number | null, limit_ms: number) =>
  ahead_ms !== null && Math.abs(ahead_ms) > limit_ms

/** Holds this process's clock against the database's and STP's; STP's counts where it tells one. */
export const tryClock: Try = async (deps, { step, signal }) => {
  const database_ms = await step('compare_database', () => aheadOf(deps, () => databaseTime(deps)))
  const stp_ms = await step('compare_stp', () => aheadOf(deps, () => deps.stp.readDate(signal)))
  const off = isOff(database_ms, databaseLimitMs) || isOff(stp_ms, stpLimitMs)
  return {
    finding: off ? 'clock_off' : 'clock_good',
    facts: [
      { fact: 'database_ms', value: database_ms },
      { fact: 'stp_ms', value: stp_ms },
    ],
  }
}
