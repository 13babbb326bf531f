import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isMissing, type Storage } from '../../../integrations/storage/storage.ts'

const head = z.object({
  /** The length of the chain. */
  position: z.number(),
  /** The audit row of the last link. Any number: a forged row may have any, and its head is kept as well. */
  audit_id: z.number(),
  hash: z.string(),
  at: z.string(),
})

/** How far the chain was at an instant, kept outside the database. */
export type Head = z.infer<typeof head>

const signedHead = head.extend({ hmac: z.string() })

/** The signature of a head under a key. */
export const headHmac = (key: string, { position, audit_id, hash, at }: Head) =>
  createHmac('sha256', key).update(`head ${position} ${audit_id} ${hash} ${at}`).digest('hex')

type Keys = Deps['secrets']['audit_keys']

/** Reads a head from the storage; null if there is none, 'forged' if it has no valid signature. */
export async function getHead(storage: Storage, keys: Keys, key: string): Promise<Head | 'forged' | null> {
  let bytes: Uint8Array
  try {
    bytes = await storage.get(key)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  try {
    const { hmac, ...kept } = signedHead.parse(JSON.parse(Buffer.from(bytes).toString()))
    return keys.some((secret) => headHmac(secret, kept) === hmac) ? kept : 'forged'
  } catch {
    return 'forged'
  }
}

/** Whether the chain still has the link that a kept head names. */
export async function isInChain(
  db: Db | Trx,
  { position, audit_id, hash }: Omit<Head, 'at'>,
): Promise<boolean> {
  const link = await db
    .selectFrom('audit_chain')
    .select(['audit_id', 'hash'])
    .where('position', '=', position)
    .executeTakeFirst()
  return link !== undefined && link.audit_id === audit_id && link.hash.toString('hex') === hash
}
