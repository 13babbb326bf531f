import type { AuditAction, AuditSubject } from '@quincena/domain/audit/words'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditContent, auditContent, rowHmac } from '../rules.ts'

interface AuditEntry {
  action: AuditAction
  /** The kind and the id of the changed record. */
  subject: readonly [AuditSubject, number | null]
  before?: object
  after?: object
}

/** What the audit trail keeps of who called; the context of every command has it. */
export type AuditedCaller = Pick<CommandContext, 'ip' | 'user_agent'> & { user: { id: number } }

export type AttributedEntry = AuditEntry & {
  /** Null: the system itself acted, or nobody is signed in. */
  context: AuditedCaller | null
  /** Where a call without a context comes from. */
  origin?: Pick<CommandContext, 'ip' | 'user_agent'>
}

/** What a command needs to write to the audit trail. */
export type Auditing = Pick<Deps, 'clock'> & { secrets: Pick<Deps['secrets'], 'audit_keys'> }

function rowOf(deps: Auditing, entry: AttributedEntry) {
  const [subject, subject_id] = entry.subject
  const from = entry.context ?? entry.origin
  return {
    actor_id: entry.context?.user.id ?? null,
    action: entry.action,
    subject,
    subject_id,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    ip: from?.ip ?? null,
    user_agent: from?.user_agent ?? null,
    created_at: isoOf(deps.clock()),
  }
}

type Row = ReturnType<typeof rowOf>

/** Takes the rows' ids and asks the database how it will write them, in the order of the rows. */
async function readContents(trx: Trx, rows: readonly Row[]): Promise<AuditContent[]> {
  const values = rows.map(
    (row, number) => sql`(${number}::int, ${row.actor_id}::bigint, ${row.action}::text, ${row.subject}::text,
      ${row.subject_id}::bigint, ${row.before}::jsonb, ${row.after}::jsonb, ${row.ip}::inet, ${row.user_agent}::text,
      ${row.created_at}::timestamptz)`,
  )
  const contents = await sql<AuditContent>`
    select nextval('audit_id_seq') as id, ${auditContent} as content
    from (values ${sql.join(values)})
      as audit (number, actor_id, action, subject, subject_id, before, after, ip, user_agent, created_at)
    order by number`.execute(trx)
  return contents.rows
}

/**
 * Writes an audit row in the command's transaction, which fails if the database does not keep it. `context` null: the
 * system itself acted.
 */
export async function writeAudit(deps: Auditing, trx: Trx, entry: AttributedEntry) {
  await writeAudits(deps, trx, [entry])
}

/**
 * Writes up to a few hundred audit rows at once. Throws if the database wrote fewer: a trigger or rule of the tables'
 * owner must not let a command happen without its row.
 */
export async function writeAudits(deps: Auditing, trx: Trx, entries: readonly AttributedEntry[]) {
  if (entries.length === 0) return
  const rows = entries.map((entry) => rowOf(deps, entry))
  const contents = await readContents(trx, rows)
  const [key] = deps.secrets.audit_keys
  const signed = contents.flatMap((content, number) => {
    const row = rows[number]
    return row === undefined ? [] : [{ ...row, id: content.id, hmac: rowHmac(key, content) }]
  })
  const written = await trx.insertInto('audit').values(signed).returning('id').execute()
  if (written.length < rows.length)
    throw new Error(`the database wrote ${written.length} of ${rows.length} audit rows`)
}
