import { addDays, businessDay, type Day } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { checkConstancia } from '../../integrations/constancia/check.ts'
import { isMissing } from '../../integrations/storage/storage.ts'
import type { Auditing } from './commands/write-audit.ts'
import { readLastLink } from './queries/chain.ts'
import { getHead, type Head, isInChain } from './queries/kept-heads.ts'
import {
  type AuditContent,
  auditContent,
  firstHash,
  headKey,
  linkHash,
  plainLinkHash,
  rowHmac,
  stampKeys,
} from './rules.ts'

type Keys = Deps['secrets']['audit_keys']

/** What is wrong with the audit trail. */
export interface Finding {
  /**
   * changed: the row is not as the server wrote it. removed: it is in the chain, but not among the rows, or the chain
   * lacks links. added: the server did not write it.
   */
  kind: 'changed' | 'removed' | 'added'
  /** The row; for a gap in the chain, the row after it. */
  audit_id: number
  /** One line in English, for the operator. */
  text: string
}

type Report = (finding: Finding) => void

/** Where the HMACs begin: rows and links up to these have none, and the chain had this hash there. */
const beginning = z.object({ rows: z.int(), position: z.int(), head: z.string().nullable() })
type Beginning = z.infer<typeof beginning>

const hasHmac = (keys: Keys, row: AuditContent, hmac: Buffer | null) =>
  hmac !== null && keys.some((key) => rowHmac(key, row).equals(hmac))

/** The oldest signed row that names where the HMACs begin; without one they begin with the first row. */
async function readBeginning(db: Db, keys: Keys): Promise<Beginning> {
  const rows = await db
    .selectFrom('audit')
    .select(['audit.id', auditContent.as('content'), 'audit.after', 'audit.hmac'])
    .where('audit.action', '=', 'audit.keyed')
    .orderBy('audit.id')
    .execute()
  const signed = rows.find((row) => hasHmac(keys, row, row.hmac))
  return signed === undefined ? { rows: 0, position: 0, head: null } : beginning.parse(signed.after)
}

const BATCH = 1000

function readLinks(db: Db, after: number) {
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

type Link = Awaited<ReturnType<typeof readLinks>>[number]

/** All links with their rows, in the order of the chain. */
async function* eachLink(db: Db): AsyncGenerator<Link> {
  let links = await readLinks(db, 0)
  while (links.length > 0) {
    yield* links
    links = await readLinks(db, links.at(-1)?.position ?? 0)
  }
}

const nameOf = ({ audit_id, action, created_at }: Link) => `row ${audit_id} (${action}, ${created_at})`

/** Whether the link was made of the row as it is now. */
function fits(link: Link, keys: Keys, from: Beginning): boolean {
  const row = { id: link.audit_id, content: link.content }
  if (keys.some((key) => linkHash(key, link.previous_hash, row).equals(link.hash))) return true
  return link.position <= from.position && plainLinkHash(link.previous_hash, row).equals(link.hash)
}

/** What is wrong with the row of a link; null if nothing is. */
function judge(link: Link, keys: Keys, from: Beginning): Finding | null {
  const { audit_id } = link
  if (link.row_id === null)
    return {
      kind: 'removed',
      audit_id,
      text: `removed: row ${audit_id}, number ${link.position} of the chain`,
    }
  if (!fits(link, keys, from)) return { kind: 'changed', audit_id, text: `changed: ${nameOf(link)}` }
  const isSigned =
    hasHmac(keys, { id: audit_id, content: link.content }, link.hmac) ||
    (link.hmac === null && audit_id <= from.rows)
  return isSigned
    ? null
    : { kind: 'added', audit_id, text: `added: ${nameOf(link)}, not written by the server` }
}

/** The finding of links that are missing before a link; null if it follows on the one before. */
function gap(before: Link | undefined, link: Link): Finding | null {
  const { audit_id, previous_hash } = link
  if (previous_hash.equals(before?.hash ?? firstHash)) return null
  const text = `removed: the chain between row ${before?.audit_id ?? 'none'} and row ${audit_id}`
  return { kind: 'removed', audit_id, text }
}

/** The finding of a chain that had another head where the HMACs begin. */
function lostBeginning(link: Link, from: Beginning): Finding | null {
  if (link.position !== from.position || link.hash.toString('hex') === from.head) return null
  return { kind: 'changed', audit_id: link.audit_id, text: `changed: rows up to ${nameOf(link)}` }
}

/** Reports rows without a link that the server did not write; its own wait for the next batch. */
async function checkUnchained(db: Db, keys: Keys, report: Report): Promise<void> {
  const { rows } = await sql<AuditContent & { action: string; created_at: string; hmac: Buffer | null }>`
    select audit.id, audit.action, audit.created_at, audit.hmac, ${auditContent} as content from audit
    where not exists (select from audit_chain where audit_chain.audit_id = audit.id)
    order by audit.id limit ${BATCH}::int`.execute(db)
  for (const row of rows) {
    if (hasHmac(keys, row, row.hmac)) continue
    const text = `added: row ${row.id} (${row.action}, ${row.created_at}), not written by the server`
    report({ kind: 'added', audit_id: row.id, text })
  }
}

type Stores = Pick<Deps, 'db' | 'storage'> & Auditing

/** The days from the first row to today, oldest first. */
async function listDays({ db, clock }: Stores): Promise<Day[]> {
  const first = await db.selectFrom('audit').select('created_at').orderBy('id').limit(1).executeTakeFirst()
  const today = businessDay(clock())
  const days: Day[] = []
  for (let day = businessDay(first?.created_at ?? clock()); day <= today; day = addDays(day, 1))
    days.push(day)
  return days
}

async function lostHead(db: Db, day: Day, { position, audit_id }: Head): Promise<Finding> {
  const last = await readLastLink(db)
  const missing = position - (last?.position ?? 0)
  const what = missing > 0 ? `the newest ${missing} rows` : 'rows'
  const end = `the chain of ${day} reached number ${position}, row ${audit_id}`
  return { kind: 'removed', audit_id, text: `removed: ${what}; ${end}, as the file storage knows` }
}

/** Checks a head that the storage keeps; false if the chain is not the one that it was. */
async function checkHead({ db, storage, secrets }: Stores, day: Day, report: Report): Promise<boolean> {
  const key = headKey(day)
  const head = await getHead(storage, secrets.audit_keys, key)
  if (head === null) return true
  if (head === 'forged') {
    report({ kind: 'changed', audit_id: 0, text: `changed: ${key} in the file storage` })
    return true
  }
  if (await isInChain(db, head)) return true
  report(await lostHead(db, day, head))
  return false
}

/** Checks the time stamp of a day: the authority's answer is of the head that was stamped, which the chain has. */
async function checkStamp({ db, storage, secrets }: Stores, day: Day, report: Report): Promise<boolean> {
  const keys = stampKeys(day)
  const head = await getHead(storage, secrets.audit_keys, keys.head)
  if (head === null) return true
  const audit_id = head === 'forged' ? 0 : head.audit_id
  const spoilt = { kind: 'changed', audit_id, text: `changed: ${keys.stamp} in the file storage` } as const
  if (head === 'forged') {
    report(spoilt)
    return true
  }
  try {
    await checkConstancia(await storage.get(keys.stamp), { sha256: head.hash })
  } catch (error) {
    if (!isMissing(error)) report(spoilt)
    return true
  }
  if (await isInChain(db, head)) return true
  report(await lostHead(db, day, head))
  return false
}

/**
 * Checks the heads and time stamps in the file storage against the chain, until one is not in it: then the later ones
 * are not either.
 */
async function checkKept(stores: Stores, report: Report): Promise<void> {
  for (const day of await listDays(stores)) {
    if (!(await checkHead(stores, day, report))) return
    if (!(await checkStamp(stores, day, report))) return
  }
}

/**
 * Checks the whole audit trail: rows, chain, and what the file storage knows of it. Reports all findings; returns the
 * number of links.
 */
export async function checkAudit(stores: Stores, report: Report): Promise<number> {
  const checked = await checkChain(stores.db, stores.secrets.audit_keys, report)
  await checkKept(stores, report)
  return checked
}

/**
 * Checks every link against its row and the previous link, and every row's HMAC, oldest first; reports all findings.
 * Returns the number of links.
 */
async function checkChain(db: Db, keys: Keys, report: Report): Promise<number> {
  const from = await readBeginning(db, keys)
  let checked = 0
  let before: Link | undefined
  for await (const link of eachLink(db)) {
    for (const finding of [gap(before, link), judge(link, keys, from), lostBeginning(link, from)])
      if (finding !== null) report(finding)
    before = link
    checked += 1
  }
  await checkUnchained(db, keys, report)
  return checked
}
