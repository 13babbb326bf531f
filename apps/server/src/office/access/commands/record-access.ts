import type { Deps } from '../../../deps.ts'
import type { ViewedKind } from '../../../http/access.ts'
import { type AuditedCaller, writeAudits } from '../../../platform/audit/commands/write-audit.ts'

export interface AccessEntry {
  context: AuditedCaller
  action: 'access.denied' | 'personal_data.viewed'
  subject: readonly ['session' | ViewedKind, number]
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
/** The same person sees the same thing once in this time, however often the screen asks for it. */
const sameViewMs = 10 * 60_000
/** Entries that wait while the database does not answer; of later ones the log has the number. */
const mostWaiting = 10_000
const batchSize = 200

type Waiting = AccessEntry & { times: number }

const nameOf = ({ context, action, subject, after }: AccessEntry) =>
  [context.user.id, action, ...subject, after.call ?? after.document ?? ''].join(' ')

/** Opens the record of this process. Equal entries within half a second become one, with their number. */
export function openAccessRecord(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>): AccessRecord {
  let waiting = new Map<string, Waiting>()
  let dropped = 0
  const seenAt = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(entries: readonly Waiting[]) {
    const rows = entries.map(({ times, after, ...entry }) => ({ ...entry, after: { ...after, times } }))
    for (let from = 0; from < rows.length; from += batchSize)
      await deps.db.transaction().execute((trx) => writeAudits(deps, trx, rows.slice(from, from + batchSize)))
  }

  function flush() {
    timer = undefined
    const entries = [...waiting.values()]
    waiting = new Map()
    if (dropped > 0) deps.log.error({ entries: dropped }, 'access not recorded: too many entries wait')
    dropped = 0
    const oldest = Date.now() - sameViewMs
    for (const [name, at] of seenAt) if (at < oldest) seenAt.delete(name)
    writing = writing
      .then(() => write(entries))
      .catch((error: unknown) =>
        deps.log.error({ err: error, entries: entries.length }, 'access not recorded'),
      )
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
      const same = waiting.get(name)
      if (same !== undefined) same.times += 1
      else if (waiting.size < mostWaiting) waiting.set(name, { ...entry, times: 1 })
      else dropped += 1
      timer ??= setTimeout(flush, delayMs)
    },
    async close() {
      clearTimeout(timer)
      await flush()
    },
  }
}
