import type { Deps } from '../../../deps.ts'
import { type Head, headHmac } from '../queries/kept-heads.ts'
import type { Auditing } from './write-audit.ts'

/** Keeps a head of the chain in the storage, signed with the first key. */
export async function putHead(
  { storage, secrets }: Pick<Deps, 'storage'> & Pick<Auditing, 'secrets'>,
  key: string,
  head: Head,
): Promise<void> {
  const text = JSON.stringify({ ...head, hmac: headHmac(secrets.audit_keys[0], head) })
  await storage.put(key, Buffer.from(text), 'application/json')
}
