import { addDays, businessDay, type Day } from '@quincena/domain/dates'
import { isoOf } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { eachLink, readLastLink } from '../queries/chain.ts'
import { getHead, type Head, isInChain } from '../queries/kept-heads.ts'
import { isGivenUp, type Mark, orStart, readMarks } from '../queries/marks.ts'
import { firstHeadKey, hasHmac, headKey, latestHeadKey } from '../rules.ts'
import { putHead } from './put-head.ts'
import type { Auditing } from './write-audit.ts'

type Keeping = Pick<Deps, 'db' | 'storage' | 'log'> & Auditing

/** Without a newest head, the days of this many last rows get a head. */
const mostRows = 10_000

/** The business days of the signed rows after a position. */
async function readDays({ secrets }: Auditing, trx: Trx, after: number): Promise<Set<Day>> {
  const days = new Set<Day>()
  for await (const { audit_id, content, hmac, created_at } of eachLink(trx, after))
    if (created_at !== null && hasHmac(secrets.audit_keys, { id: audit_id, content }, hmac))
      days.add(businessDay(created_at))
  return days
}

/**
 * Keeps the chain's head under a key. A head that the chain no longer has stays: it is the proof that links were
 * removed, and the check of the chain reports it. Only those of a trail that was given up are replaced.
 */
async function replaceHead(
  deps: Keeping,
  trx: Trx,
  { key, head, from }: { key: string; head: Head; from: Mark },
) {
  const kept = await getHead(deps.storage, deps.secrets.audit_keys, key)
  const isIntact =
    kept === null || (kept !== 'forged' && (isGivenUp(kept, from) || (await isInChain(trx, kept))))
  if (!isIntact) return deps.log.error({ key }, 'the chain of the audit trail lacks its kept head')
  await putHead(deps, key, head)
}

/** Whether the newest head is missing although the storage keeps the head of an earlier day. */
async function isLatestLost({ storage, secrets, clock }: Keeping, from: Mark): Promise<boolean> {
  const first = await getHead(storage, secrets.audit_keys, firstHeadKey)
  const yesterday = addDays(businessDay(clock()), -1)
  const before = await getHead(storage, secrets.audit_keys, headKey(yesterday))
  const isExpected = (head: Head | 'forged' | null, until: Day) =>
    head === 'forged' ||
    (head !== null &&
      businessDay(head.at) <= until &&
      (from.at === null || Date.parse(head.at) >= Date.parse(from.at)))
  return isExpected(first, yesterday) || isExpected(before, businessDay(clock()))
}

async function keepNewHead(deps: Keeping, trx: Trx): Promise<void> {
  const now = deps.clock()
  const last = await readLastLink(trx)
  if (last === undefined) return
  const { position, audit_id, hash } = last
  const head = { position, audit_id, hash: hash.toString('hex'), at: isoOf(now) }
  const from = orStart((await readMarks(trx, deps.secrets.audit_keys)).accepted)
  const latest = await getHead(deps.storage, deps.secrets.audit_keys, latestHeadKey)
  if (latest === null && (await isLatestLost(deps, from))) {
    deps.log.error({ key: latestHeadKey }, 'the newest head of the audit trail is missing')
    return replaceHead(deps, trx, { key: headKey(businessDay(now)), head, from })
  }
  const isUsable = latest !== null && latest !== 'forged' && !isGivenUp(latest, from)
  const known = isUsable ? latest.position : position - mostRows
  const days = await readDays(deps, trx, Math.max(known, from.position))
  for (const day of days.add(businessDay(now)))
    await replaceHead(deps, trx, { key: headKey(day), head, from })
  if (latest === null) await replaceHead(deps, trx, { key: firstHeadKey, head, from })
  await replaceHead(deps, trx, { key: latestHeadKey, head, from })
}

/**
 * Keeps the chain's head in the storage: as the newest one, and as that of today and of each day with rows since the
 * newest one. One process at a time, so that no older head replaces a newer one.
 */
export async function keepHeads(deps: Keeping): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await takeLock(trx, 'audit_heads')
    await keepNewHead(deps, trx)
  })
}
