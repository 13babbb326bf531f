import type { ChainCheck } from '@quincena/domain/audit/schema'
import type { Db, Trx } from '../../../db/types.ts'
import { auditContent } from '../rules.ts'

function unchained(db: Db | Trx) {
  return db
    .selectFrom('audit')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('audit_chain').select('audit_id').whereRef('audit_chain.audit_id', '=', 'audit.id'),
        ),
      ),
    )
}

/** Reads audit rows without a link, oldest first: all of them, or those written since an instant. */
export function readUnchained(db: Db | Trx, { since, limit }: { since: string | null; limit: number }) {
  const rows = unchained(db)
    .select(['audit.id', 'audit.action', 'audit.created_at', 'audit.hmac', auditContent.as('content')])
    .orderBy('audit.id')
    .limit(limit)
  return (since === null ? rows : rows.where('audit.created_at', '>=', since)).execute()
}

/** The number of audit rows without a link. */
export async function countUnchained(db: Db): Promise<number> {
  const { count } = await unchained(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a row of between two instants has no link. */
export async function isBehind(trx: Trx, { since, until }: { since: string; until: string }) {
  const row = await unchained(trx)
    .select('audit.id')
    .where('audit.created_at', '>=', since)
    .where('audit.created_at', '<=', until)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The chain's last link; undefined while it has none. */
export function readLastLink(db: Db | Trx) {
  return db
    .selectFrom('audit_chain')
    .select(['position', 'audit_id', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const BATCH = 1000

/** Reads links with their rows, in the order of the chain. */
function readLinks(db: Db | Trx, after: number) {
  return db
    .selectFrom('audit_chain')
    .leftJoin('audit', 'audit.id', 'audit_chain.audit_id')
    .where('audit_chain.position', '>', after)
    .select(['audit_chain.position', 'audit_chain.audit_id', 'audit_chain.previous_hash', 'audit_chain.hash'])
    .select([
      'audit.id as row_id',
      'audit.action',
      'audit.created_at',
      'audit.hmac',
      auditContent.as('content'),
    ])
    .orderBy('audit_chain.position')
    .limit(BATCH)
    .execute()
}

/** A link of the chain with its row; the row's columns are null if it is missing. */
export type Link = Awaited<ReturnType<typeof readLinks>>[number]

/** All links after a position with their rows, in the order of the chain. */
export async function* eachLink(db: Db | Trx, after = Number.MIN_SAFE_INTEGER): AsyncGenerator<Link> {
  let links = await readLinks(db, after)
  while (links.length > 0) {
    yield* links
    links = await readLinks(db, links.at(-1)?.position ?? 0)
  }
}

/** The result of the last check, or that one is running. */
export async function readChainCheck(db: Db | Trx): Promise<ChainCheck> {
  const row = await db
    .selectFrom('audit_check')
    .select(['asked_at', 'finished_at', 'checked', 'broken_audit_id', 'broken_kind'])
    .where('id', '=', 1)
    .executeTakeFirst()
  return row ?? { asked_at: null, finished_at: null, checked: null, broken_audit_id: null, broken_kind: null }
}
