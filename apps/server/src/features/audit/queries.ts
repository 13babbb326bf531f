import { createHash } from 'node:crypto'
import type { AuditRow, auditQuery } from '@quincena/domain/audit/schema'
import { TIME_ZONE } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Deps, Trx } from '../../lib/deps.ts'
import { orderOf, windowOf } from '../../lib/pagination.ts'

/** The instant at which a business day begins. */
function startOf(day: string, days_later = 0): string {
  return Temporal.PlainDate.from(day)
    .add({ days: days_later })
    .toZonedDateTime(TIME_ZONE)
    .toInstant()
    .toString()
}

type AuditAsked = z.output<typeof auditQuery>

function matchingRows(deps: Deps, { user, action, from, to }: AuditAsked) {
  return deps.db
    .selectFrom('audit')
    .$if(user !== undefined, (all) => all.where('audit.actor_id', '=', user ?? 0))
    .$if(action !== undefined, (all) => all.where('audit.action', '=', action ?? ''))
    .$if(from !== undefined, (all) => all.where('audit.created_at', '>=', startOf(from ?? '')))
    .$if(to !== undefined, (all) => all.where('audit.created_at', '<', startOf(to ?? '', 1)))
}

/** Who did what, newest first; `from` and `to` are business days, both included. */
export async function listAudit(deps: Deps, asked: AuditAsked): Promise<{ count: number; rows: AuditRow[] }> {
  const { limit, offset } = windowOf(asked)
  const { direction } = orderOf(asked.ordering, ['created_at'])
  const matching = matchingRows(deps, asked)
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .select(['audit.id', 'audit.actor_id as user', 'audit.action', 'audit.subject'])
    .select([
      sql<AuditRow['before']>`audit.before`.as('before'),
      sql<AuditRow['after']>`audit.after`.as('after'),
    ])
    .select(['audit.created_at', sql<string | null>`audit.subject_id::text`.as('subject_id')])
    .select(sql<string | null>`app_user.first_name || ' ' || app_user.last_name`.as('user_name'))
    .select(sql<string | null>`host(audit.ip)`.as('ip'))
    .select(sql<string | null>`encode(audit_chain.hash, 'hex')`.as('hash'))
    .select(sql<null>`null`.as('device'))
    .orderBy('audit.created_at', direction)
    .orderBy('audit.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

/** What the first link of the chain holds on to. */
export const firstHash = Buffer.alloc(32)

/** An audit row as its hash covers it: texts, exactly as the database writes them. */
interface ChainEntry {
  id: number
  content: string
}

/** SHA-256 of the hash before and of the row. */
export function chainHash(previous_hash: Buffer, { id, content }: ChainEntry): Buffer {
  return createHash('sha256').update(previous_hash).update(`${id} ${content}`).digest()
}

const content = sql<string>`jsonb_build_array(
  audit.actor_id, audit.action, audit.subject, audit.subject_id, audit.before, audit.after, host(audit.ip),
  extract(epoch from audit.created_at))::text`

// Rows commit in another order than they are numbered; none is this far behind.
const LATE_ROWS = 10_000

/** Audit rows without a link, oldest first. */
export function readUnchained(trx: Trx, limit: number): Promise<ChainEntry[]> {
  return trx
    .selectFrom('audit')
    .where(
      'audit.id',
      '>',
      sql<number>`coalesce((select max(audit_id) from audit_chain), 0) - ${LATE_ROWS}::int`,
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('audit_chain').select('audit_id').whereRef('audit_chain.audit_id', '=', 'audit.id'),
        ),
      ),
    )
    .select(['audit.id', content.as('content')])
    .orderBy('audit.id')
    .limit(limit)
    .execute()
}

/** The id of the first audit row whose link does not fit it or the link before; null where the chain holds. */
export async function findBrokenLink(db: Db): Promise<number | null> {
  let expected: Buffer = firstHash
  let position = 0
  for (;;) {
    const links = await db
      .selectFrom('audit_chain')
      .innerJoin('audit', 'audit.id', 'audit_chain.audit_id')
      .where('audit_chain.position', '>', position)
      .select(['audit.id', content.as('content'), 'audit_chain.position', 'previous_hash', 'hash'])
      .orderBy('audit_chain.position')
      .limit(1000)
      .execute()
    if (links.length === 0) return null
    for (const link of links) {
      const fits = link.previous_hash.equals(expected) && link.hash.equals(chainHash(expected, link))
      if (!fits) return link.id
      expected = link.hash
      position = link.position
    }
  }
}
