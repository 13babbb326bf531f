import type { Day } from '@quincena/domain/dates'
import type { Deps } from '../../../deps.ts'
import { checkConstancia } from '../../../integrations/constancia/check.ts'
import { isMissing, type Storage } from '../../../integrations/storage/storage.ts'
import type { Auditing } from '../commands/write-audit.ts'
import { readLastLink } from '../queries/chain.ts'
import { getHead, type Head, isInChain } from '../queries/kept-heads.ts'
import { isGivenUp, type Mark, orStart, readMarks } from '../queries/marks.ts'
import { listDays } from '../queries/proof-keys.ts'
import { listStamped } from '../queries/stamped.ts'
import { getVerified } from '../queries/verified.ts'
import { firstHeadKey, headKey, latestHeadKey, stampKeys, verifiedKey } from '../rules.ts'
import type { Report } from './finding.ts'

export type Stores = Pick<Deps, 'db' | 'storage'> & Auditing

interface Check extends Stores {
  accepted: Mark
  report: Report
  /** Heads that the chain lacks and that are reported: the files of one moment hold the same. */
  lost: Set<string>
}

const inStorage = (key: string) => `${key} in the file storage`

function reportFile({ report }: Check, kind: 'changed' | 'removed', key: string) {
  report({ kind, audit_id: 0, text: `${kind}: ${inStorage(key)}` })
}

async function reportLostHead({ db, report, lost }: Check, name: string, { position, audit_id, hash }: Head) {
  if (lost.has(hash)) return
  lost.add(hash)
  const last = await readLastLink(db)
  const missing = position - (last?.position ?? 0)
  const what = missing > 0 ? `the newest ${missing} rows` : 'rows'
  const end = `the chain of ${name} reached number ${position}, row ${audit_id}`
  report({ kind: 'removed', audit_id, text: `removed: ${what}; ${end}, as the file storage knows` })
}

/** Reports a head of the storage that the chain does not have; null if the file is missing or forged. */
async function readChecked(check: Check, key: string, name: string): Promise<Head | null> {
  const { db, storage, secrets, accepted } = check
  const head = await getHead(storage, secrets.audit_keys, key)
  if (head === 'forged') reportFile(check, 'changed', key)
  if (head === null || head === 'forged') return null
  const isOld = key !== latestHeadKey && isGivenUp(head, accepted)
  if (!isOld && !(await isInChain(db, head))) await reportLostHead(check, name, head)
  return head
}

async function has(storage: Storage, key: string): Promise<boolean> {
  try {
    await storage.get(key)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Reports a head of the storage that is missing or older than the rows that it has to cover. */
async function checkHead(
  check: Check,
  key: string,
  { name, last }: { name: string; last: number | undefined },
) {
  const head = await readChecked(check, key, name)
  if (last === undefined) return
  if (head === null && !(await has(check.storage, key))) reportFile(check, 'removed', key)
  if (head === null || check.lost.has(head.hash) || head.position >= last) return
  const end = `it ends at number ${head.position}, the chain at ${last}`
  check.report({ kind: 'changed', audit_id: head.audit_id, text: `changed: ${inStorage(key)}; ${end}` })
}

/** Checks a day's time stamp: the authority's answer is of the head that was stamped, which the chain has. */
async function checkStamp(check: Check, day: Day, isExpected: boolean): Promise<void> {
  const keys = stampKeys(day)
  const { storage } = check
  const head = await readChecked(check, keys.head, day)
  const hasHead = head !== null || (await has(storage, keys.head))
  const hasStamp = await has(storage, keys.stamp)
  if (!hasHead && (hasStamp || isExpected)) reportFile(check, 'removed', keys.head)
  if (!hasStamp && (hasHead || isExpected)) reportFile(check, 'removed', keys.stamp)
  if (head === null || !hasStamp) return
  try {
    await checkConstancia(await storage.get(keys.stamp), { sha256: head.hash })
  } catch {
    reportFile(check, 'changed', keys.stamp)
  }
}

/**
 * Checks the heads and time stamps in the file storage against the chain, and that none is missing of the days with
 * rows; reports all findings.
 */
export async function checkKept(
  stores: Stores,
  days: ReadonlyMap<Day, number>,
  report: Report,
): Promise<void> {
  const { accepted } = await readMarks(stores.db, stores.secrets.audit_keys)
  const check = { ...stores, accepted: orStart(accepted), report, lost: new Set<string>() }
  const first = await getHead(stores.storage, stores.secrets.audit_keys, firstHeadKey)
  const last = Math.max(...days.values())
  const stamped = new Set(await listStamped(stores, check.accepted))
  const begin = first === 'forged' ? undefined : first?.at
  const all = new Set([...(await listDays(stores, begin)), ...days.keys(), ...stamped])
  for (const day of [...all].sort()) {
    await checkHead(check, headKey(day), { name: day, last: days.get(day) })
    await checkStamp(check, day, stamped.has(day))
  }
  await checkHead(check, latestHeadKey, { name: 'the newest head', last: days.size === 0 ? undefined : last })
  await readChecked(check, firstHeadKey, 'the first day')
  const verified = await getVerified(stores.storage, stores.secrets.audit_keys)
  if (verified === 'forged') reportFile(check, 'changed', verifiedKey)
}
