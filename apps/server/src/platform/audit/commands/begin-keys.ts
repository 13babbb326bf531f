import { takeLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'
import { readLastLink } from '../queries/chain.ts'
import { writeAudit } from './write-audit.ts'

/**
 * At the first start with a key, writes the row that names the last audit row and the chain's head from before: they
 * have no HMAC, and can be changed no more from now on. Does nothing where every row has one, and afterwards.
 */
export async function beginAuditKeys(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await takeLock(trx, 'audit_chain')
    const unsigned = trx.selectFrom('audit').select('id').where('hmac', 'is', null)
    const last = await unsigned.orderBy('id', 'desc').limit(1).executeTakeFirst()
    const begun = trx.selectFrom('audit').select('id').where('action', '=', 'audit.keyed').limit(1)
    if (last === undefined || (await begun.executeTakeFirst()) !== undefined) return
    const link = await readLastLink(trx)
    const after = { rows: last.id, position: link?.position ?? 0, head: link?.hash.toString('hex') ?? null }
    await writeAudit(deps, trx, { context: null, action: 'audit.keyed', subject: ['audit', null], after })
  })
}
