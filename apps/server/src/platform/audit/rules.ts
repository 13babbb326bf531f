import { createHash } from 'node:crypto'
import type { ChainCheck } from '@quincena/domain/audit/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/types.ts'

/** The previous hash of the chain's first link: 32 zero bytes. */
export const firstHash = Buffer.alloc(32)

/** An audit row as its hash covers it: the exact text that the database writes. */
interface ChainEntry {
  id: number
  content: string
}

/** The hash of a link: SHA-256 of the previous hash and of the row. */
export function chainHash(previous_hash: Buffer, { id, content }: ChainEntry): Buffer {
  return createHash('sha256').update(previous_hash).update(`${id} ${content}`).digest()
}

/** The hashed text of a row. Rows without a device, written before devices were stored, keep their original hash. */
const content = sql<string>`(jsonb_build_array(
  audit.actor_id, audit.action, audit.subject, audit.subject_id, audit.before, audit.after, host(audit.ip),
  extract(epoch from audit.created_at))
  || case when audit.user_agent is null then '[]'::jsonb else jsonb_build_array(audit.user_agent) end)::text`

// Rows do not commit in the order of their ids; no row is later than this number of ids.
const LATE_ROWS = 10_000

/** Reads audit rows without a link, oldest first. */
export function readUnchained(trx: Trx, limit: number): Promise<ChainEntry[]> {
  return trx
    .selectFrom('audit')
    .where(
      'audit.id',
      '>',
      sql<number>`coalesce((select max(audit_id) from audit_chain), 0) - ${LATE_ROWS}::int`,
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('audit_chain').select('audit_id').whereRef('audit_chain.audit_id', '=', 'audit.id'),
        ),
      ),
    )
    .select(['audit.id', content.as('content')])
    .orderBy('audit.id')
    .limit(limit)
    .execute()
}

interface ChainFindings {
  /** Number of links that were checked. */
  checked: number
  /** The first audit row whose link does not match it or the previous link; null if the chain is intact. */
  broken: number | null
}

const BATCH = 1000

/** Checks every link against its row and the previous link, oldest first, until one does not match. */
export async function checkChain(db: Db): Promise<ChainFindings> {
  let expected: Buffer = firstHash
  let position = 0
  let checked = 0
  for (;;) {
    const links = await db
      .selectFrom('audit_chain')
      .innerJoin('audit', 'audit.id', 'audit_chain.audit_id')
      .where('audit_chain.position', '>', position)
      .select(['audit.id', content.as('content'), 'audit_chain.position', 'previous_hash', 'hash'])
      .orderBy('audit_chain.position')
      .limit(BATCH)
      .execute()
    if (links.length === 0) return { checked, broken: null }
    for (const link of links) {
      const fits = link.previous_hash.equals(expected) && link.hash.equals(chainHash(expected, link))
      if (!fits) return { checked, broken: link.id }
      expected = link.hash
      position = link.position
      checked += 1
    }
  }
}

/** The result of the last check, or that one is running. */
export async function readChainCheck(db: Db | Trx): Promise<ChainCheck> {
  const row = await db
    .selectFrom('audit_check')
    .select(['asked_at', 'finished_at', 'checked', 'broken_audit_id'])
    .where('id', '=', 1)
    .executeTakeFirst()
  return row ?? { asked_at: null, finished_at: null, checked: null, broken_audit_id: null }
}
