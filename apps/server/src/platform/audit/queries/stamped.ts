import type { Day } from '@quincena/domain/dates'
import { z } from 'zod'
import type { Db } from '../../../db/types.ts'
import type { Auditing } from '../commands/write-audit.ts'
import { auditContent, hasHmac } from '../rules.ts'
import type { Mark } from './marks.ts'

const stamp = z.object({ day: z.string() })

/** The days whose time stamp the trail names after a mark. */
export async function listStamped({ db, secrets }: { db: Db } & Auditing, from: Mark): Promise<Day[]> {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .select(['audit.id', auditContent.as('content'), 'audit.after', 'audit.hmac'])
    .where('audit.action', '=', 'audit.stamped')
    .where('audit_chain.position', '>', from.position)
    .execute()
  return rows
    .filter((row) => hasHmac(secrets.audit_keys, row, row.hmac))
    .map(({ after }) => stamp.parse(after).day)
}
