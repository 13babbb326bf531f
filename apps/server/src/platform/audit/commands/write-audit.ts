import type { AuditAction, AuditSubject } from '@quincena/domain/audit/words'
import { type RawBuilder, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext, CommandLine } from '../../../command/context.ts'
import { inOneMessage, type Statement, writeLater } from '../../../db/outbox-writer.ts'
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
export type AuditedCaller = Pick<CommandContext, 'ip' | 'user_agent' | 'api_token_id'> & {
  user: { id: number }
}

export type AttributedEntry = AuditEntry & {
  /** Null: the system itself acted, or nobody is signed in. */
  context: AuditedCaller | CommandLine | null
  /** Where a call without a context comes from. */
  origin?: Pick<CommandContext, 'ip' | 'user_agent'>
}

/** What a command needs to write to the audit trail. */
export type Auditing = Pick<Deps, 'clock'> & { secrets: Pick<Deps['secrets'], 'audit_keys'> }

function rowOf(entry: AttributedEntry, created_at: string) {
  const [subject, subject_id] = entry.subject
  const from = entry.context ?? entry.origin
  return {
    actor_id: entry.context?.user?.id ?? null,
    action: entry.action,
    subject,
    subject_id,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    ip: from?.ip ?? null,
    user_agent: from?.user_agent ?? null,
    api_token_id: entry.context?.api_token_id ?? null,
    created_at,
  }
}

type Row = ReturnType<typeof rowOf>

/** The rows as a table of SQL with the alias `audit`, whose column `number` counts them. */
function tableOf(rows: readonly Row[]) {
  const all = (column: keyof Row) => rows.map((row) => row[column])
  return sql`unnest(${all('actor_id')}::bigint[], ${all('action')}::text[], ${all('subject')}::text[],
    ${all('subject_id')}::bigint[], ${all('before')}::jsonb[], ${all('after')}::jsonb[], ${all('ip')}::inet[],
    ${all('user_agent')}::text[], ${all('api_token_id')}::bigint[], ${all('created_at')}::timestamptz[]) with ordinality
    as audit (actor_id, action, subject, subject_id, before, after, ip, user_agent, api_token_id, created_at,
      number)`
}

/** Takes the rows' ids and asks the database how it will write them, in the order of the rows. */
const contentsOf = (rows: readonly Row[]): RawBuilder<AuditContent> => sql`
  select nextval('audit_id_seq') as id, ${auditContent} as content from ${tableOf(rows)} order by number`

/**
 * Signs the rows and writes them with the next message. If the database wrote fewer, the second select fails with its text
 * as the name of a table that does not exist, and so does the transaction: a trigger or rule of the tables' owner must not
 * let a command happen without its row.
 */
async function writeSigned(
  deps: Auditing,
  trx: Trx,
  { rows, contents }: { rows: readonly Row[]; contents: readonly AuditContent[] },
) {
  const [key] = deps.secrets.audit_keys
  const ids = contents.map(({ id }) => id)
  const hmacs = contents.map((content) => rowHmac(key, content))
  await writeLater(
    trx,
    sql`with written as (
      insert into audit (actor_id, action, subject, subject_id, before, after, ip, user_agent, api_token_id, created_at,
        id, hmac)
      select actor_id, action, subject, subject_id, before, after, ip, user_agent, api_token_id, created_at, signed.id,
        hmac
      from ${tableOf(rows)}
      join unnest(${ids}::bigint[], ${hmacs}::bytea[]) with ordinality as signed (id, hmac, number) using (number)
      order by number returning id)
    select quote_ident('the database wrote ' || count(*) || ' audit rows of ' || ${rows.length}::int)::regclass
    from written having count(*) < ${rows.length}::int`,
  )
}

/**
 * Writes an audit row in the command's transaction, which fails if the database does not keep it. `context` null: the
 * system itself acted.
 */
export async function writeAudit(deps: Auditing, trx: Trx, entry: AttributedEntry) {
  await writeAudits(deps, trx, [entry])
}

/** Writes up to some thousands of audit rows with two statements, the second with the next message. */
export async function writeAudits(deps: Auditing, trx: Trx, entries: readonly AttributedEntry[]) {
  if (entries.length === 0) return
  const created_at = isoOf(deps.clock())
  const rows = entries.map((entry) => rowOf(entry, created_at))
  const { rows: contents } = await contentsOf(rows).execute(trx)
  await writeSigned(deps, trx, { rows, contents })
}

/** Writes an audit row, and sends the first of its two statements in one message with another, whose rows it returns. */
export async function writeAuditWith<Other>(
  deps: Auditing,
  trx: Trx,
  { entry, statement }: { entry: AttributedEntry; statement: Statement<Other> },
): Promise<Other[]> {
  const rows = [rowOf(entry, isoOf(deps.clock()))]
  const [others, contents] = await inOneMessage(trx, (send) =>
    Promise.all([send(statement), send(contentsOf(rows))]),
  )
  await writeSigned(deps, trx, { rows, contents })
  return others
}
