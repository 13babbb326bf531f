import { type RawBuilder, sql } from 'kysely'

/** The log's position in bytes: what a primary wrote, or a replica replayed. Exact up to 9 PB of log. */
export const walPosition: RawBuilder<number> = sql<number>`pg_wal_lsn_diff(
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end, '0/0')::bigint`

/** What a primary wrote; null on a server that is, or has become, a replica. */
export const primaryPosition: RawBuilder<number | null> = sql<number | null>`pg_wal_lsn_diff(
  case when pg_is_in_recovery() then null else pg_current_wal_insert_lsn() end, '0/0')::bigint`

/** All that a position of the primary has is on its replicas after this time, if the primary works until then. */
const settledAfterMs = 1_000
/** An older position says too little of what the primary had when it last answered. */
const settledForMs = 5_000
/** So long after its last answer sessions are no longer looked up without the primary. */
const aloneForMs = 120_000

/** A position of the primary, with the times (ms) of the question and of the answer. */
interface Reading {
  position: number
  asked_ms: number
  answered_ms: number
}

/** The positions of the primary that look-ups of sessions read. */
export function rememberPositions(fresh_ms: number) {
  let floor: Reading | undefined
  let candidate: Reading | undefined
  let settled: Reading | undefined
  let seen_ms = 0
  let news = 0
  let seen_news = 0

  /** The log reaches a replica a moment after the primary; what it wrote right before it failed may reach none. */
  function settle(reading: Reading) {
    seen_ms = reading.answered_ms
    if (candidate !== undefined && reading.asked_ms - candidate.answered_ms < settledAfterMs) return
    settled = candidate
    candidate = reading
  }

  return {
    news: () => news,
    noteNews() {
      news += 1
    },
    /** Takes a position that was asked for at `asked_ms`, after `news_before` events. */
    take(position: number, { asked_ms, news_before }: { asked_ms: number; news_before: number }) {
      const reading = { position, asked_ms, answered_ms: performance.now() }
      settle(reading)
      const is_fresh = floor !== undefined && reading.answered_ms - floor.asked_ms < fresh_ms
      if (news_before < seen_news || (seen_news === news && is_fresh)) return
      floor = reading
      seen_news = news_before
    },
    /** What a session has to see that wrote until there; undefined if only the primary shows it now. */
    neededBy: (written: number | null | undefined) =>
      seen_news === news && floor !== undefined ? Math.max(floor.position, written ?? 0) : undefined,
    /**
     * A position of the primary's last five seconds, after which it still answered for one; undefined if there is none,
     * or if the primary has not answered for two minutes.
     */
    settled() {
      if (settled === undefined || seen_ms - settled.asked_ms > settledForMs) return undefined
      return performance.now() - seen_ms > aloneForMs ? undefined : settled.position
    },
  }
}
