import { isoOf } from '../../../command/clock.ts'
import { tryLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isBehind, readLastLink, readUnchained } from '../queries/chain.ts'
import { firstHash, linkHash } from '../rules.ts'
import { keepHeads } from './keep-heads.ts'
import type { Auditing } from './write-audit.ts'

const BATCH = 500

/**
 * The timer looks for rows without a link among those of this time, because looking through all rows every 5 seconds
 * would cost too much. Each start and each check chain all others.
 */
const recent = { hours: 1 }
/** The log names a lock that another process keeps longer than this. */
const patience = { minutes: 1 }

/** Chains up to 500 rows without a link, those written since an instant; the transaction holds the chain's lock. */
async function chainBatch({ secrets }: Auditing, trx: Trx, since: string | null): Promise<number> {
  const last = await readLastLink(trx)
  let previous_hash = last?.hash ?? firstHash
  let position = last?.position ?? 0
  const entries = await readUnchained(trx, { since, limit: BATCH })
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

/** Chains every row without a link in a transaction that holds the chain's lock. */
export async function chainRows(deps: Auditing, trx: Trx): Promise<void> {
  while ((await chainBatch(deps, trx, null)) === BATCH);
}

type Chaining = Pick<Deps, 'db' | 'storage' | 'log'> & Auditing

/** Logs an error if rows wait for a lock that another process does not give back. */
async function reportWaiting({ clock, log }: Chaining, trx: Trx): Promise<void> {
  const now = clock()
  const [since, until] = [isoOf(now.subtract(recent)), isoOf(now.subtract(patience))]
  if (await isBehind(trx, { since, until }))
    log.error('the chain of the audit trail has waited for its lock for more than a minute')
}

async function tryBatch(deps: Chaining, trx: Trx, since: string | null): Promise<number> {
  // One process chains at a time; the others return at once.
  if (await tryLock(trx, 'audit_chain')) return chainBatch(deps, trx, since)
  await reportWaiting(deps, trx)
  return 0
}

/**
 * Chains the recent audit rows that are not chained yet, each hash over its row and the previous hash, and keeps the
 * new head in the storage. If the storage fails, the next batch keeps its head.
 */
export async function chainAudit(deps: Chaining): Promise<void> {
  const since = isoOf(deps.clock().subtract(recent))
  let total = 0
  for (let chained = BATCH; chained === BATCH; total += chained)
    chained = await deps.db.transaction().execute((trx) => tryBatch(deps, trx, since))
  if (total > 0) await keepHeads(deps)
}

/** Chains all audit rows that are not chained yet, however old, and keeps the head in the storage. */
export async function chainAllAudit(deps: Chaining): Promise<void> {
  for (let chained = BATCH; chained === BATCH; )
    chained = await deps.db.transaction().execute((trx) => tryBatch(deps, trx, null))
  await keepHeads(deps)
}
