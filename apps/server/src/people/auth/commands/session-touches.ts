import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'

/** When the sessions of this process were last used, stored every ten seconds: no request waits for it. */
export interface SessionTouches {
  /** When this process last saw the session; undefined if it did not in the last minute. */
  seenAt: (session_id: number) => Temporal.Instant | undefined
  touch: (session_id: number) => void
  /** Stores what waits. */
  flush: () => Promise<void>
  /** Stores what waits and stops. */
  close: () => Promise<void>
}

interface Use {
  at: Temporal.Instant
  is_stored: boolean
}

const every_ms = 10_000
/** Stored ones are kept for requests that read the row before. */
const stored_minutes = 1
/** Longest wait of a session whose row others keep locked, and of all while the database does not answer. */
const waiting_minutes = 30

/** Returns the sessions whose use is stored now. Rows that others have locked wait for the next time. */
async function store(db: Deps['db'], uses: ReadonlyMap<number, Use>): Promise<number[]> {
  const ids = [...uses.keys()]
  const instants = [...uses.values()].map(({ at }) => isoOf(at))
  const { rows } = await sql<{ id: number }>`
    with free as (
      select session.id, seen.at
      from session join unnest(${ids}::bigint[], ${instants}::timestamptz[]) as seen (id, at) using (id)
      for no key update of session skip locked),
    stored as (
      update session set last_seen_at = free.at from free
      where session.id = free.id and session.last_seen_at < free.at)
    select id from free`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Keeps when sessions were last used and stores it in one statement every ten seconds. Another process, or this one
 * after a crash, knows the use up to ten seconds late, so a session may end ten seconds early, never late.
 */
export function openSessionTouches({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): SessionTouches {
  const uses = new Map<number, Use>()

  function forgetOld(): void {
    const minutesAgo = (minutes: number) => clock().subtract({ minutes })
    const [stored, waiting] = [minutesAgo(stored_minutes), minutesAgo(waiting_minutes)]
    for (const [id, { at, is_stored }] of uses)
      if (Temporal.Instant.compare(at, is_stored ? stored : waiting) < 0) uses.delete(id)
  }

  async function flush(): Promise<void> {
    const batch = new Map([...uses].filter(([, { is_stored }]) => !is_stored))
    if (batch.size > 0)
      for (const id of await store(db, batch)) {
        const use = batch.get(id)
        if (use !== undefined) use.is_stored = true
      }
    forgetOld()
  }

  const flushOrLog = () =>
    flush().catch((error: unknown) =>
      log.error({ err: error, sessions: uses.size }, 'the last use of sessions is not stored'),
    )
  const timer = setInterval(flushOrLog, every_ms)
  timer.unref()

  return {
    seenAt: (session_id) => uses.get(session_id)?.at,
    touch: (session_id) => void uses.set(session_id, { at: clock(), is_stored: false }),
    flush,
    async close() {
      clearInterval(timer)
      await flushOrLog()
    },
  }
}
