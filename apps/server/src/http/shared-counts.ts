import { sql } from 'kysely'
import { hashToken } from '../crypto/tokens.ts'
import type { Deps } from '../deps.ts'

interface Count {
  /** All requests of the window that this process knows of, its own included. */
  n: number
  /** Own requests that the other processes do not know of yet. */
  unshared: number
  ends_ms: number
}

interface Limited {
  key: string
  /** The limit in a window. */
  max: number
  window_ms: number
}

/** Counts of requests in windows of time, of this process and of all others. */
export interface SharedCounts {
  /** Counts a request; returns how many the window has, and when it ends. */
  add: (limited: Limited) => { n: number; left_ms: number }
  /** Adds what this process counted to the counts of all, and reads theirs. */
  share: () => Promise<void>
  close: () => void
}

const every_ms = 1000
const forget_ms = 60_000
/** Counts below a tenth of their limit stay in the process: ten processes together cannot exceed it with them. */
const sharedFrom = 0.1
/** The oldest are forgotten above this number, so that many addresses cannot fill the memory. */
const most = 200_000

interface Shared {
  key: Buffer
  n: number
  left_ms: number
}

/** Adds counts in windows that end in `left_ms`, and returns those of all processes. The windows of the first one hold. */
async function addCounts(db: Deps['db'], counts: readonly Shared[]): Promise<Shared[]> {
  const keys = counts.map(({ key }) => key)
  const numbers = counts.map(({ n }) => n)
  const left = counts.map(({ left_ms }) => left_ms)
  const { rows } = await sql<Shared>`
    insert into request_count as c (key, n, ends_at)
    select key, n, clock_timestamp() + left_ms * interval '1 ms'
    from unnest(${keys}::bytea[], ${numbers}::int[], ${left}::float8[]) as added (key, n, left_ms) order by key
    on conflict (key) do update
    set n = case when c.ends_at <= clock_timestamp() then excluded.n else c.n + excluded.n end,
      ends_at = case when c.ends_at <= clock_timestamp() then excluded.ends_at else c.ends_at end
    returning key, n, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as left_ms`.execute(db)
  return rows
}

/**
 * Opens the counts of this process. Counts above a tenth of their limit are added once a second to those of the other
 * processes, in one statement without a wait for the disk, so no request waits for the database. Together the processes
 * let through what arrives in that second above the limit.
 */
export function openSharedCounts({ db, log }: Pick<Deps, 'db' | 'log'>): SharedCounts {
  const counts = new Map<string, Count>()
  let changed = new Set<string>()
  let isSharing = false

  function countOf({ key, window_ms }: Limited, now: number): Count {
    const known = counts.get(key)
    if (known !== undefined && known.ends_ms > now) return known
    counts.delete(key)
    const count = { n: 0, unshared: 0, ends_ms: now + window_ms }
    counts.set(key, count)
    if (counts.size > most) counts.delete(counts.keys().next().value ?? '')
    return count
  }

  function add(limited: Limited) {
    const now = Date.now()
    const count = countOf(limited, now)
    // Above the limit nothing changes any more.
    if (count.n >= sharedFrom * limited.max && count.n <= limited.max) changed.add(limited.key)
    count.n += 1
    count.unshared += 1
    return { n: count.n, left_ms: count.ends_ms - now }
  }

  async function shareChanged(names: ReadonlySet<string>) {
    const now = Date.now()
    const sent = [...names].flatMap((name) => {
      const count = counts.get(name)
      if (count === undefined || count.ends_ms <= now || count.unshared === 0) return []
      const { unshared: n, ends_ms } = count
      return [{ count, key: hashToken(name), n, left_ms: ends_ms - now }]
    })
    if (sent.length === 0) return
    const rows = await addCounts(db, sent)
    const shared = new Map(rows.map((row) => [row.key.toString('hex'), row]))
    for (const { count, key, n } of sent) {
      const row = shared.get(key.toString('hex'))
      if (row === undefined) continue
      count.unshared -= n
      count.n = row.n + count.unshared
      count.ends_ms = Date.now() + row.left_ms
    }
  }

  async function share(): Promise<void> {
    if (isSharing || changed.size === 0) return
    isSharing = true
    const names = changed
    changed = new Set()
    try {
      await shareChanged(names)
    } catch (error) {
      for (const name of names) changed.add(name)
      throw error
    } finally {
      isSharing = false
    }
  }

  function forgetEnded(): void {
    const now = Date.now()
    for (const [name, { ends_ms }] of counts) if (ends_ms <= now) counts.delete(name)
  }

  const shareOrLog = () =>
    share().catch((error: unknown) => log.warn({ err: error }, 'counts of requests not shared'))
  const timers = [setInterval(shareOrLog, every_ms), setInterval(forgetEnded, forget_ms)]
  for (const timer of timers) timer.unref()

  return {
    add,
    share,
    close() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Deletes the stored counts whose window is over. */
export async function purgeRequestCounts({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sql`delete from request_count where key in (
    select key from request_count where ends_at < clock_timestamp() for update skip locked)`.execute(db)
}
