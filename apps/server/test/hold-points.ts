import pg from 'pg'
import { expect } from 'vitest'

/**
 * Points of a payout at which a test can hold a server: its lock number, the statement or commit that waits, and the
 * trigger condition.
 */
const points = {
  signing: [1, 'insert on transfer', 'true'],
  claim: [2, 'commit of update on transfer', "old.status = 'pending' and new.status = 'unknown'"],
  queried: [3, 'update on transfer', "old.status = 'unknown' and new.asked_at > old.claimed_at"],
  record: [4, 'update on transfer', "old.status = 'unknown' and new.status = 'sent'"],
  recordEnd: [5, 'insert on audit', "new.action = 'transfer.sent'"],
  seal: [6, 'update on signed_contract', 'new.sealed_at is not null'],
} as const
const commit = 'commit of '
type HoldPoint = keyof typeof points

/** First key of the advisory locks, so that they differ from the server's own. */
const lockSpace = 7276

const patience = { timeout: 30_000, interval: 20 }

/** Controls servers from inside their database. */
export interface Holds {
  /** From now on every transaction that reaches this point waits. */
  hold: (point: HoldPoint) => Promise<void>
  /** Resolves when a transaction waits at this point. */
  reached: (point: HoldPoint) => Promise<void>
  /** Resolves when another transaction waits for a row lock of the held one. */
  queued: () => Promise<void>
  /** Releases all points. A waiting statement then runs, even if its client process was killed. */
  release: () => Promise<void>
  /** Ends the waiting connections, as PostgreSQL does when it notices a lost client, and releases all points. */
  drop: () => Promise<void>
  stop: () => Promise<void>
}

/** Installs a trigger for each point that waits for an advisory lock of the test. */
export async function installHolds(database_url: string): Promise<Holds> {
  // A single connection, not a pool: a session lock belongs to its connection.
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  await client.query(`create function hold_here() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${lockSpace}, tg_argv[0]::integer); return new; end $$`)
  for (const [name, [number, event, condition]] of Object.entries(points)) {
    const [kind, when, deferred] = event.startsWith(commit)
      ? ['constraint trigger', `after ${event.slice(commit.length)}`, 'deferrable initially deferred']
      : ['trigger', `before ${event}`, '']
    await client.query(`create ${kind} hold_${name} ${when} ${deferred} for each row when (${condition})
      execute function hold_here(${number})`)
  }

  const waiting = (what: string) =>
    client.query(`select ${what} from pg_locks where locktype = 'advisory' and classid = ${lockSpace}
      and not granted and database = (select oid from pg_database where datname = current_database())`)

  const noneWaiting = () => expect.poll(async () => (await waiting('pid')).rowCount, patience).toBe(0)

  const release = async () => {
    await client.query('select pg_advisory_unlock_all()')
    await noneWaiting()
  }
  return {
    release,
    async hold(point) {
      await client.query('select pg_advisory_lock($1, $2)', [lockSpace, points[point][0]])
    },
    async reached(point) {
      const there = async () =>
        (await waiting('objid')).rows.some(({ objid }) => Number(objid) === points[point][0])
      await expect.poll(there, patience).toBe(true)
    },
    async queued() {
      const behind = `select pid from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')`
      await expect.poll(async () => (await client.query(behind)).rowCount, patience).toBeGreaterThan(0)
    },
    async drop() {
      await waiting('pg_terminate_backend(pid)')
      await noneWaiting()
      await release()
    },
    stop: () => client.end(),
  }
}
