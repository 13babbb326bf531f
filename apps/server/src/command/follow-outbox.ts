import { setTimeout as sleep } from 'node:timers/promises'
import { type OutboxReader, openOutbox } from '../db/outbox-reader.ts'
import type { Log } from './log.ts'
import { createPacer } from './pacer.ts'

const firstWaitMs = 200
const longestWaitMs = 5_000

export interface Pace {
  /** Longest time in ms between two reads: for the events of a process that died before it woke the others. */
  poll_ms: number
  /** Shortest time in ms between two reads, each with one wake-up of the others at most. */
  gap_ms: number
  /** Time in ms after which a row that could be read is deleted; it takes up to twice as long. */
  keep_ms: number
}

const usualPace: Pace = { poll_ms: 1000, gap_ms: 50, keep_ms: 60_000 }

interface Follower {
  onPayload: (payload: string) => void
  /** Events may have been missed: the connection was lost, and is back. */
  onGap: () => void
  log: Pick<Log, 'warn'>
}

/** Calls `tryOnce` until it succeeds (true) or is stopped (false); waits 0.2 s at first, then up to 5 s, with jitter. */
async function retry(tryOnce: () => Promise<boolean>, stop: AbortSignal): Promise<boolean> {
  for (let wait_ms = firstWaitMs; !stop.aborted; wait_ms = Math.min(2 * wait_ms, longestWaitMs)) {
    await sleep(wait_ms * (0.5 + Math.random()), undefined, { ref: false })
    if (stop.aborted) return false
    if (await tryOnce()) return true
  }
  return false
}

/**
 * Reads the outbox as long as the process runs, over a connection of its own that is restored when it is lost.
 * `wakeOthers` makes this process and then every other one read what was committed before the call.
 */
export async function followOutbox(
  url: string,
  { onPayload, onGap, log }: Follower,
  pace: Partial<Pace> = {},
): Promise<{ wakeOthers: () => void; stop: () => Promise<void> }> {
  const { poll_ms, gap_ms, keep_ms } = { ...usualPace, ...pace }
  const stopping = new AbortController()
  let reader: OutboxReader | undefined
  let hasNews = false
  let deletes_at_ms = performance.now() + keep_ms
  // By the clock of the day: the other one stands still while the machine is suspended.
  let read_at_ms = Date.now()

  async function readOnce(from: OutboxReader) {
    if (hasNews) {
      hasNews = false
      await from.wakeOthers()
    }
    for (const payload of await from.read()) onPayload(payload)
    // Meanwhile other processes may have deleted rows.
    if (Date.now() - read_at_ms > keep_ms) onGap()
    read_at_ms = Date.now()
    if (performance.now() < deletes_at_ms) return
    deletes_at_ms = performance.now() + keep_ms
    await from.deleteOld()
  }

  const pacer = createPacer(async () => {
    const from = reader
    try {
      if (from !== undefined) await readOnce(from)
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'events not read')
      void from?.end()
    }
    pacer.runWithin(poll_ms)
  }, gap_ms)

  async function open() {
    const onWake = () => pacer.runWithin(0)
    reader = await openOutbox(url, { onWake, onEnd: () => void openAgain(), onFormerEvent: onPayload })
    if (stopping.signal.aborted) await reader.end()
    read_at_ms = Date.now()
    pacer.runWithin(0)
  }
  async function tryToOpen() {
    try {
      await open()
      return true
    } catch (error) {
      log.warn({ err: error }, 'events are not read: no connection')
      return false
    }
  }
  async function openAgain() {
    reader = undefined
    if (stopping.signal.aborted) return
    log.warn('the connection that reads events was lost')
    if (!(await retry(tryToOpen, stopping.signal))) return
    log.warn('events are read again')
    onGap()
  }
  await open()

  return {
    wakeOthers() {
      hasNews = true
      pacer.runWithin(0)
    },
    async stop() {
      stopping.abort()
      pacer.stop()
      await reader?.end()
    },
  }
}
