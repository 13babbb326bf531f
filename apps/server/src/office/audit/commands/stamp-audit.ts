import { businessDay } from '@quincena/domain/dates'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { constanciaProvider } from '../../../lending/contracts/seal/constancias.ts'
import { putHead } from '../../../platform/audit/commands/put-head.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { readLastLink } from '../../../platform/audit/queries/chain.ts'
import { stampKeys } from '../../../platform/audit/rules.ts'

/**
 * Has the chain's head time-stamped by the authority of the constancias (RFC 3161), once a business day, and keeps the
 * answer in the storage: from then on even the owner of database, key and storage cannot write another past. A row of
 * the trail names each stamp, so that one that is removed is missed. Does nothing without an authority.
 */
export async function stampAudit(deps: Deps): Promise<void> {
  const provider = constanciaProvider(deps)
  const last = await readLastLink(deps.db)
  if (provider === null || last === undefined) return
  const now = deps.clock()
  const day = businessDay(now)
  const keys = stampKeys(day)
  const { position, audit_id, hash } = last
  const { bytes } = await provider.issue(hash.toString('hex'))
  await deps.storage.put(keys.stamp, bytes, 'application/timestamp-reply')
  await putHead(deps, keys.head, { position, audit_id, hash: hash.toString('hex'), at: isoOf(now) })
  const after = { day, position, sha256: hash.toString('hex') }
  await deps.db
    .transaction()
    .execute((trx) =>
      writeAudit(deps, trx, { context: null, action: 'audit.stamped', subject: ['audit', null], after }),
    )
}
