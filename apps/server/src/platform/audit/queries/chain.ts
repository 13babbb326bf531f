import type { ChainCheck } from '@quincena/domain/audit/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { type AuditContent, auditContent } from '../rules.ts'

// Rows do not commit in the order of their ids; no row is later than this number of ids.
const LATE_ROWS = 10_000

/** Reads audit rows without a link, oldest first. */
export function readUnchained(trx: Trx, limit: number): Promise<AuditContent[]> {
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
    .select(['audit.id', auditContent.as('content')])
    .orderBy('audit.id')
    .limit(limit)
    .execute()
}

/** The chain's last link; undefined while it has none. */
export function readLastLink(db: Db | Trx) {
  return db
    .selectFrom('audit_chain')
    .select(['position', 'audit_id', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The result of the last check, or that one is running. */
export async function readChainCheck(db: Db | Trx): Promise<ChainCheck> {
  const row = await db
    .selectFrom('audit_check')
    .select(['asked_at', 'finished_at', 'checked', 'broken_audit_id', 'broken_kind'])
    .where('id', '=', 1)
    .executeTakeFirst()
  return row ?? { asked_at: null, finished_at: null, checked: null, broken_audit_id: null, broken_kind: null }
}
