import { businessDay } from '@quincena/domain/dates'
import { isoOf } from '../../../command/clock.ts'
import { tryLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { readLastLink, readUnchained } from '../queries/chain.ts'
import { getHead, isInChain } from '../queries/kept-heads.ts'
import { firstHash, headKey, linkHash } from '../rules.ts'
import { putHead } from './put-head.ts'

const BATCH = 500

async function chainBatch({ secrets }: Pick<Deps, 'secrets'>, trx: Trx): Promise<number> {
  // One process chains at a time; the others return at once.
  if (!(await tryLock(trx, 'audit_chain'))) return 0

  const last = await readLastLink(trx)
  let previous_hash = last?.hash ?? firstHash
  let position = last?.position ?? 0
  const entries = await readUnchained(trx, BATCH)
  const [key] = secrets.audit_keys
  const links = entries.map((entry) => {
    position += 1
    const link = { position, audit_id: entry.id, previous_hash, hash: linkHash(key, previous_hash, entry) }
    previous_hash = link.hash
    return link
  })
  if (links.length > 0) await trx.insertInto('audit_chain').values(links).execute()
  return links.length
}

/**
 * Keeps the chain's head in the storage, in the file of the business day. A head that the chain no longer has stays:
 * it is the proof that links were removed, and the check of the chain reports it.
 */
async function keepHead(deps: Deps): Promise<void> {
  const now = deps.clock()
  const key = headKey(businessDay(now))
  const kept = await getHead(deps.storage, deps.secrets.audit_keys, key)
  const isIntact = kept === null || (kept !== 'forged' && (await isInChain(deps.db, kept)))
  if (!isIntact) return deps.log.error({ key }, 'the chain of the audit trail lacks its kept head')
  const last = await readLastLink(deps.db)
  if (last === undefined) return
  const { position, audit_id, hash } = last
  await putHead(deps, key, { position, audit_id, hash: hash.toString('hex'), at: isoOf(now) })
}

/**
 * Chains the audit rows that are not chained yet, each hash over its row and the previous hash, and keeps the new head
 * in the storage. If the storage fails, the next batch keeps its head.
 */
export async function chainAudit(deps: Deps): Promise<void> {
  let total = 0
  for (let chained = BATCH; chained === BATCH; total += chained)
    chained = await deps.db.transaction().execute((trx) => chainBatch(deps, trx))
  if (total > 0) await keepHead(deps)
}
