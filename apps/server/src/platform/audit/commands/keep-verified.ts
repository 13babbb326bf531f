import type { Deps } from '../../../deps.ts'
import type { ChainResult } from '../checks/chain.ts'
import { getVerified, type Verified, verifiedHmac } from '../queries/verified.ts'
import { verifiedKey } from '../rules.ts'

type Keeping = Pick<Deps, 'storage' | 'secrets'>

interface Passing extends Pick<Verified, 'links' | 'whole_at'> {
  last: NonNullable<ChainResult['last']>
  /** What was kept when the check began. */
  kept: Verified | null
}

/**
 * Keeps up to where the trail was verified, signed with the first key. A check that another one has overtaken keeps
 * nothing: that one may have found something and removed the file.
 */
export async function keepVerified(
  { storage, secrets }: Keeping,
  { last: { position, audit_id, hash }, links, whole_at, kept }: Passing,
): Promise<void> {
  const now = await getVerified(storage, secrets.audit_keys)
  if (JSON.stringify(now) !== JSON.stringify(kept)) return
  const verified = { position, audit_id, hash: hash.toString('hex'), links, whole_at }
  const text = JSON.stringify({ ...verified, hmac: verifiedHmac(secrets.audit_keys[0], verified) })
  await storage.put(verifiedKey, Buffer.from(text), 'application/json')
}

/** Makes the next check read the whole trail. */
export const removeVerified = ({ storage }: Keeping): Promise<void> => storage.remove(verifiedKey)
