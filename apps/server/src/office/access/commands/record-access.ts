import { isUnavailable } from '../../../db/unavailable.ts'
import type { Deps } from '../../../deps.ts'
import type { ViewedKind } from '../../../http/access.ts'
import { type AuditedCaller, writeAudits } from '../../../platform/audit/commands/write-audit.ts'

export interface AccessEntry {
  context: AuditedCaller
  action: 'access.denied' | 'personal_data.viewed'
  subject: readonly ['session' | 'api_token' | ViewedKind, number]
  /** The refused call, or the id of the opened document. */
  after: { call?: string; document?: number }
}

/** The record of who saw or was refused what, of one process. */
interface AccessRecord {
  add: (entry: AccessEntry) => void
  /** Writes what waits and stops. */
  close: () => Promise<void>
}

const delayMs = 500
/** After a failure of the database. */
const retryMs = 5_000
/** The same person sees the same thing once in this time, however often the screen asks for it. */
const sameViewMs = 10 * 60_000
/** Entries that wait while the database does not answer; of later ones the log has the number. */
const mostWaiting = 10_000
const batchSize = 200

type Waiting = AccessEntry & { times: number }

const nameOf = ({ context, action, subject, after }: AccessEntry) =>
  [context.user.id, context.api_token_id ?? '', action, ...subject, after.call ?? after.document ?? ''].join(
    ' ',
  )

/** Opens the record of this process. Equal entries within half a second become one, with their number. */
export function openAccessRecord(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>): AccessRecord {
  let waiting = new Map<string, Waiting>()
  let dropped = 0
  const seenAt = new Map<string, number>()
  let closes = false
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function wait(name: string, entry: Waiting) {
    const same = waiting.get(name)
    if (same !== undefined) same.times += entry.times
    else if (waiting.size < mostWaiting) waiting.set(name, entry)
    else dropped += 1
  }

  /** Writes a batch; entries for which the database is away wait again. */
  async function write(batch: readonly Waiting[]) {
    const rows = batch.map(({ times, after, ...entry }) => ({ ...entry, after: { ...after, times } }))
    try {
      await deps.db.transaction().execute((trx) => writeAudits(deps, trx, rows))
    } catch (error) {
      const waits = !closes && isUnavailable(error)
      const line = waits ? 'access not recorded yet' : 'access not recorded'
      deps.log.error({ err: error, entries: batch.length }, line)
      if (!waits) return
      for (const entry of batch) wait(nameOf(entry), entry)
      timer ??= setTimeout(flush, retryMs)
    }
  }

  async function writeAll(entries: readonly Waiting[]) {
    for (let from = 0; from < entries.length; from += batchSize)
      await write(entries.slice(from, from + batchSize))
  }

  function flush() {
    timer = undefined
    const entries = [...waiting.values()]
    waiting = new Map()
    if (dropped > 0) deps.log.error({ entries: dropped }, 'access not recorded: too many entries wait')
    dropped = 0
    const oldest = Date.now() - sameViewMs
    for (const [name, at] of seenAt) if (at < oldest) seenAt.delete(name)
    writing = writing.then(() => writeAll(entries))
    return writing
  }

  function isRepeatedView(name: string, { action }: AccessEntry): boolean {
    if (action !== 'personal_data.viewed') return false
    const now = Date.now()
    const before = seenAt.get(name)
    if (before !== undefined && now - before < sameViewMs) return true
    seenAt.set(name, now)
    return false
  }

  return {
    add(entry) {
      const name = nameOf(entry)
      if (isRepeatedView(name, entry)) return
      wait(name, { ...entry, times: 1 })
      timer ??= setTimeout(flush, delayMs)
    },
    async close() {
      clearTimeout(timer)
      // What a running attempt gives back waits for the last one.
      await writing
      clearTimeout(timer)
      closes = true
      await flush()
    },
  }
}
