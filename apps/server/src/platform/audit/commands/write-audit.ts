import type { AuditAction, AuditSubject } from '@quincena/domain/audit/words'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

interface AuditEntry {
  action: AuditAction
  /** The kind and the id of the changed record. */
  subject: readonly [AuditSubject, number | null]
  before?: object
  after?: object
}

type AttributedEntry = AuditEntry & { context: CommandContext | null }

function rowOf(deps: Pick<Deps, 'clock'>, entry: AttributedEntry) {
  const [subject, subject_id] = entry.subject
  return {
    actor_id: entry.context?.user.id ?? null,
    action: entry.action,
    subject,
    subject_id,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    ip: entry.context?.ip ?? null,
    user_agent: entry.context?.user_agent ?? null,
    created_at: isoOf(deps.clock()),
  }
}

/** Writes an audit row in the command's transaction. `context` null: the system itself acted. */
export async function writeAudit(deps: Pick<Deps, 'clock'>, trx: Trx, entry: AttributedEntry) {
  await trx.insertInto('audit').values(rowOf(deps, entry)).execute()
}

/** Writes up to a few hundred audit rows at once. */
export async function writeAudits(deps: Pick<Deps, 'clock'>, trx: Trx, entries: readonly AttributedEntry[]) {
  if (entries.length === 0) return
  const rows = entries.map((entry) => rowOf(deps, entry))
  await trx.insertInto('audit').values(rows).execute()
}
