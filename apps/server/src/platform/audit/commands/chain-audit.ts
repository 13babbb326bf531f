import { tryLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { chainHash, firstHash, readUnchained } from '../rules.ts'

const BATCH = 500

async function chainBatch(trx: Trx): Promise<number> {
  // One process chains at a time; the others return at once.
  if (!(await tryLock(trx, 'audit_chain'))) return 0

  const last = await trx
    .selectFrom('audit_chain')
    .select('hash')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  let previous_hash = last?.hash ?? firstHash
  const entries = await readUnchained(trx, BATCH)
  const links = entries.map((entry) => {
    const link = { audit_id: entry.id, previous_hash, hash: chainHash(previous_hash, entry) }
    previous_hash = link.hash
    return link
  })
  // PostgreSQL numbers the rows of one VALUES list in their order, so the positions follow it.
  if (links.length > 0) await trx.insertInto('audit_chain').values(links).execute()
  return links.length
}

/** Chains the audit rows that are not chained yet: each hash covers its row and the previous hash. */
export async function chainAudit(deps: Deps): Promise<void> {
  for (;;) {
    const chained = await deps.db.transaction().execute(chainBatch)
    if (chained < BATCH) return
  }
}
