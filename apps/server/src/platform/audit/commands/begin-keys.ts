import { takeLock } from '../../../db/locks.ts'
import type { Db, Trx } from '../../../db/types.ts'
import { readLastLink } from '../queries/chain.ts'
import { readMarks } from '../queries/marks.ts'
import { auditContent, hasHmac } from '../rules.ts'
import { acceptTrail } from './accept-trail.ts'
import { chainRows } from './chain-audit.ts'
import { type Auditing, writeAudit } from './write-audit.ts'

/** Whether any row has a valid HMAC: then a key was there from the first row on. */
async function hasSignedRow({ secrets }: Auditing, trx: Trx): Promise<boolean> {
  const limit = 1000
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('audit')
      .select(['audit.id', 'audit.hmac', auditContent.as('content')])
      .where('audit.hmac', 'is not', null)
      .where('audit.id', '>', after)
      .orderBy('audit.id')
      .limit(limit)
      .execute()
    if (rows.some((row) => hasHmac(secrets.audit_keys, row, row.hmac))) return true
    if (rows.length < limit) return false
    after = rows.at(-1)?.id ?? after
  }
}

/** Writes the marks that are missing, in a transaction that restores or starts an installation. */
export async function beginKeysIn(deps: Auditing, trx: Trx): Promise<void> {
  await takeLock(trx, 'audit_chain')
  await chainRows(deps, trx)
  const { keyed, accepted } = await readMarks(trx, deps.secrets.audit_keys)
  if (keyed === null) {
    const link = (await hasSignedRow(deps, trx)) ? undefined : await readLastLink(trx)
    const after = { position: link?.position ?? 0, head: link?.hash.toString('hex') ?? null }
    await writeAudit(deps, trx, { context: null, action: 'audit.keyed', subject: ['audit', null], after })
  }
  if (accepted === null) await acceptTrail(deps, trx, { gives_up: false })
}

/**
 * Chains what has no link, and at the first start with a key writes two rows, also on an empty trail: `audit.keyed`
 * names how far the rows from before the key reach, and `audit.accepted` from where on the storage keeps heads. They
 * are written once, so rows that are added later without an HMAC never count as older than the key.
 */
export async function beginAuditKeys(deps: { db: Db } & Auditing): Promise<void> {
  await deps.db.transaction().execute((trx) => beginKeysIn(deps, trx))
}
