import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import { readLastLink } from '../queries/chain.ts'
import { chainRows } from './chain-audit.ts'
import { type Auditing, writeAudit } from './write-audit.ts'

/**
 * Writes the signed row that says from where on the file storage has to know the chain: missing heads and time stamps
 * of the links before are no findings. `gives_up`: neither are those that it keeps of a trail that went further, for a
 * restore and a new storage. It accepts no changed, removed or added row.
 */
export async function acceptTrail(
  deps: Auditing,
  trx: Trx,
  { gives_up }: { gives_up: boolean },
): Promise<void> {
  await takeLock(trx, 'audit_chain')
  await chainRows(deps, trx)
  const last = await readLastLink(trx)
  const after = { position: last?.position ?? 0, head: last?.hash.toString('hex') ?? null, gives_up }
  await writeAudit(deps, trx, { context: null, action: 'audit.accepted', subject: ['audit', null], after })
}
