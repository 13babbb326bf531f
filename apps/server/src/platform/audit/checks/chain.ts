import { businessDay, type Day } from '@quincena/domain/dates'
import { isoOf } from '../../../command/clock.ts'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Auditing } from '../commands/write-audit.ts'
import { countUnchained, eachLink, type Link, readUnchained } from '../queries/chain.ts'
import { type Mark, orStart, readMarks } from '../queries/marks.ts'
import type { Passed } from '../queries/verified.ts'
import { chainedWithin, firstHash, hasHmac, linkHash, plainLinkHash } from '../rules.ts'
import type { Finding, Report } from './finding.ts'

type Keys = Deps['secrets']['audit_keys']

const nameOf = ({ audit_id, action, created_at }: Link) => `row ${audit_id} (${action}, ${created_at})`

/** Whether the link was made of a row's content. */
function fits(link: Link, keys: Keys, keyed: Mark): boolean {
  const row = { id: link.audit_id, content: link.content }
  if (keys.some((key) => linkHash(key, link.previous_hash, row).equals(link.hash))) return true
  return link.position <= keyed.position && plainLinkHash(link.previous_hash, row).equals(link.hash)
}

const isSigned = ({ audit_id, content, hmac }: Link, keys: Keys) =>
  hasHmac(keys, { id: audit_id, content }, hmac)

/** What is wrong with the row of a link; null if nothing is. */
function judge(link: Link, keys: Keys, keyed: Mark): Finding | null {
  const { audit_id, position } = link
  if (link.row_id === null)
    return { kind: 'removed', audit_id, text: `removed: row ${audit_id}, number ${position} of the chain` }
  const signed = isSigned(link, keys)
  if (!fits(link, keys, keyed)) {
    const what = signed ? `the link of ${nameOf(link)}, number ${position} of the chain` : nameOf(link)
    return { kind: 'changed', audit_id, text: `changed: ${what}` }
  }
  if (signed || (link.hmac === null && position <= keyed.position)) return null
  return { kind: 'added', audit_id, text: `added: ${nameOf(link)}, not written by the server` }
}

/** The last link of a part of the chain. */
interface End {
  position: number
  audit_id: number
  hash: Buffer
}

/** The finding of links that are missing before a link; null if it follows on the one before. */
function gap(before: End | null, link: Link): Finding | null {
  const { audit_id, previous_hash } = link
  if (previous_hash.equals(before?.hash ?? firstHash)) return null
  const text = `removed: the chain between row ${before?.audit_id ?? 'none'} and row ${audit_id}`
  return { kind: 'removed', audit_id, text }
}

/** The finding of a chain that had another head where a mark was made. */
function lostMark(link: Link, mark: Mark): Finding | null {
  if (link.position !== mark.position || link.hash.toString('hex') === mark.head) return null
  return { kind: 'changed', audit_id: link.audit_id, text: `changed: rows up to ${nameOf(link)}` }
}

interface Checking {
  db: Db
  keys: Keys
  /** Rows written until this instant have to be chained and kept. */
  due: string
  report: Report
}

/** Reports rows without a link: those that the server did not write, and its own that are due. */
async function checkUnchained({ db, keys, due, report }: Checking): Promise<void> {
  const limit = 1000
  const rows = await readUnchained(db, { since: null, limit })
  for (const { hmac, ...row } of rows) {
    const name = `row ${row.id} (${row.action}, ${row.created_at})`
    if (!hasHmac(keys, row, hmac))
      report({ kind: 'added', audit_id: row.id, text: `added: ${name}, not written by the server` })
    else if (row.created_at <= due)
      report({ kind: 'removed', audit_id: row.id, text: `removed: the link of ${name}` })
  }
  const more = rows.length < limit ? 0 : (await countUnchained(db)) - limit
  if (more > 0)
    report({
      kind: 'removed',
      audit_id: rows.at(-1)?.id ?? 0,
      text: `removed: the links of ${more} more rows`,
    })
}

/** Reports links after a position that have no number of their own, and so were not read in order. */
async function checkCount(
  { db, report }: Checking,
  { after, read }: { after: number | undefined; read: number },
): Promise<void> {
  const links = db.selectFrom('audit_chain')
  const { count } = await (after === undefined ? links : links.where('position', '>', after))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > read)
    report({ kind: 'added', audit_id: 0, text: `added: ${count - read} links with a number twice` })
}

interface ReadMarks {
  /** Numbers of marks whose links were read. */
  marked: ReadonlySet<number>
  passed: Passed | null
}

/** Reports marks whose link the chain does not have. Those of the passed part were looked up before. */
function checkMarks(marks: readonly Mark[], { marked, passed }: ReadMarks, report: Report) {
  const since = passed?.position ?? 0
  for (const { position } of marks)
    if (position > since && !marked.has(position))
      report({
        kind: 'removed',
        audit_id: 0,
        text: `removed: number ${position} of the chain, which a row names`,
      })
}

/** The day of a row that the file storage has to know; null for others. */
function dueDay(link: Link, { keys, due }: Checking, from: Mark): Day | null {
  const { created_at, position } = link
  if (position <= from.position || created_at === null || created_at > due) return null
  return isSigned(link, keys) ? businessDay(created_at) : null
}

export interface ChainResult {
  /** The number of links, with those of the passed part. */
  checked: number
  /** The last link; null for an empty chain. */
  last: End | null
  /** Each day with signed rows that the file storage has to know, with the number of its last one. */
  days: Map<Day, number>
}

/** The result before the first link is read: that of the passed part, or of an empty chain. */
const resultBefore = (passed: Passed | null): ChainResult =>
  passed === null
    ? { checked: 0, last: null, days: new Map() }
    : {
        checked: passed.links,
        last: { ...passed, hash: Buffer.from(passed.hash, 'hex') },
        days: new Map(passed.days),
      }

async function checkLinks(checking: Checking, passed: Passed | null): Promise<ChainResult> {
  const { db, keys, report } = checking
  const { keyed, accepted } = await readMarks(db, keys)
  const [begin, from] = [orStart(keyed), orStart(accepted)]
  const marks = begin.position === from.position && begin.head === from.head ? [begin] : [begin, from]
  const result = resultBefore(passed)
  const marked = new Set<number>()
  for await (const link of eachLink(db, passed?.position)) {
    const lost = marks.map((mark) => lostMark(link, mark))
    for (const finding of [gap(result.last, link), judge(link, keys, begin), ...lost])
      if (finding !== null) report(finding)
    if (marks.some(({ position }) => position === link.position)) marked.add(link.position)
    const day = dueDay(link, checking, from)
    if (day !== null) result.days.set(day, link.position)
    result.last = link
    result.checked += 1
  }
  checkMarks(marks, { marked, passed }, report)
  return result
}

/**
 * Checks every link after the passed part against its row and the previous link, and every row's HMAC, oldest first;
 * reports all findings.
 */
export async function checkChain(
  { db, clock, secrets }: { db: Db } & Auditing,
  report: Report,
  passed: Passed | null,
): Promise<ChainResult> {
  const due = isoOf(clock().subtract(chainedWithin))
  const checking = { db, keys: secrets.audit_keys, due, report }
  const result = await checkLinks(checking, passed)
  await checkCount(checking, { after: passed?.position, read: result.checked - (passed?.links ?? 0) })
  await checkUnchained(checking)
  return result
}
