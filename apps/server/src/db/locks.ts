import { sql } from 'kysely'
import { inOneMessage, type Statement, writeLater } from './outbox-writer.ts'
import type { Trx } from './types.ts'

/**
 * The numbers of the advisory locks. They never change: two versions of the server may run at once. Bare numbers appear
 * nowhere else.
 */
export const lockNumbers = {
  /** One process at a time chains audit rows. */
  audit_chain: 7_276_001,
  /** One transaction at a time takes an admin away, so that one always remains. */
  last_admin: 7_276_002,
  /** One change of the access configuration at a time; the first one finds no row to lock. */
  access_config: 7_276_004,
  /** One process at a time counts and spends the hour's STP queries. */
  stp_queries: 7_276_009,
  /** A change of the pause of payouts takes it exclusively, a transaction that depends on the pause takes it shared. */
  payout_switch: 7_276_013,
  /** One change of the account verification's setting at a time; the first one finds no row to lock. */
  account_verification_setting: 7_276_040,
  /** One change of the setting of signatures at a time; the first one finds no row to lock. */
  signing_settings: 7_276_128,
  /** One claim at a time of the orders whose purpose has a limit of the day. */
  order_limit: 7_276_016,
  /** One change at a time of the database's users and their rights. */
  roles: 7_276_018,
  /** One process at a time keeps heads of the audit chain in the file storage. */
  audit_heads: 7_276_019,
  /** One loan at a time is added to the sums of the day that have a limit. */
  loan_limit: 7_276_017,
  /** One import of loans at a time, so that each finds what the one before brought. */
  loan_import: 7_276_137,
  /** One process at a time replaces the sums of the due dates. */
  due_date_sums: 7_276_020,
  /** One process at a time moves changes into the dashboard's sums, or compares these with the loans. */
  dashboard_sums: 7_276_077,
  /** One process at a time gives the brand its first version, or numbers the next one. */
  brand: 7_276_126,
  /** One admin at a time adds an endpoint of webhooks, which are counted. */
  webhook_endpoints: 7_276_136,
  /** One process at a time moves the changes of the lists' numbers. */
  list_counts: 7_276_097,
}

/** Locks of one record that may not exist as a row yet: the text of its name is hashed to 64 bits. */
const recordNames = {
  /** The STP tracking key of an incoming payment. */
  incoming_key: (key: string) => `incoming key ${key}`,
  /** STP's number of an incoming payment. */
  incoming_stp: (id: string) => `incoming stp ${id}`,
  /** A user's saved views of a list, which are counted. */
  saved_views: (key: string) => `saved views ${key}`,
  /** A job that one process at a time runs, once a day. */
  daily_run: (job: string) => `daily run ${job}`,
  /** A caller's idempotency key on a path. */
  idempotency_key: (key: string) => key,
}

export type LockName = keyof typeof lockNumbers

/** A lock by its name, or the lock of one record. */
type Lock = LockName | { record: keyof typeof recordNames; key: string }

const keyOf = (lock: Lock) =>
  typeof lock === 'string'
    ? sql`${lockNumbers[lock]}::bigint`
    : sql`hashtextextended(${recordNames[lock.record](lock.key)}, 0)`

/** Waits for the lock and holds it until the transaction ends. */
export async function takeLock(trx: Trx, lock: Lock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(lock)})`.execute(trx)
}

/** Takes the lock as `takeLock` does, with the next statement, before it runs. */
export async function takeLockLater(trx: Trx, lock: Lock): Promise<void> {
  await writeLater(trx, sql`select pg_advisory_xact_lock(${keyOf(lock)})`)
}

/**
 * Waits until no transaction holds the lock exclusively, and keeps others from that until the transaction ends. The next
 * statement takes it, before it runs.
 */
export async function shareLock(trx: Trx, lock: Lock): Promise<void> {
  await writeLater(trx, sql`select pg_advisory_xact_lock_shared(${keyOf(lock)})`)
}

const lockIfFree = (lock: Lock) =>
  sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${keyOf(lock)}) as locked`

/** Takes the lock until the transaction ends, without waiting; false if another transaction holds it. */
export async function tryLock(trx: Trx, lock: Lock): Promise<boolean> {
  const { rows } = await lockIfFree(lock).execute(trx)
  return rows[0]?.locked === true
}

/** Takes a lock as `tryLock` does and reads rows right after that, in one message; null without the lock. */
export async function tryLockAndRead<Row>(
  trx: Trx,
  lock: Lock,
  query: Statement<Row>,
): Promise<Row[] | null> {
  const [[lockRow], rows] = await inOneMessage(trx, (send) =>
    Promise.all([send(lockIfFree(lock)), send(query)]),
  )
  return lockRow?.locked === true ? rows : null
}
