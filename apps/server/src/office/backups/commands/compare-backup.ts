import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import type { BackupReader } from '../../../integrations/storage/backup-store.ts'
import type { Storage } from '../../../integrations/storage/storage.ts'
import { isProof } from '../../../platform/audit/rules.ts'
import { fetchRows } from '../../../spreadsheets/export/batches.ts'
import { type Manifest, type TableName, tableOf } from '../rules.ts'
import { readRows } from './restore-backup.ts'

/** A line of the comparison: what, how much the backup has, how much was restored, and the finding. */
export interface Compared {
  what: string
  backed_up: number
  restored: number
  finding: 'equal' | 'differs' | 'equal but for what the restore writes'
}

/** The tables to which a restore itself writes: the pause of payouts, the rows of the trail that say so, and their number. */
const writtenByRestore: readonly string[] = [
  'public.audit',
  'public.audit_chain',
  'public.list_count_change',
  'public.setting',
]
/** Restores add rows to the trail and its list, and change at most the row of the pause. */
const changesOfRestore = 1

/** The content of a row in 64 bits; added up, they say whether two sets of rows are equal, in any order. */
const weightOf = (row: string) => createHash('sha256').update(row).digest().readBigUInt64BE()

async function restoredRows(db: Db, table: TableName, each: (row: string) => void): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const whole = trx.selectFrom(tableOf(table).as('whole')).select(sql<string>`whole::text`.as('row'))
    for await (const rows of fetchRows(trx, whole)) for (const { row } of rows) each(row)
  })
}

async function compareTable(
  db: Db,
  backup: BackupReader,
  table: Manifest['tables'][number],
): Promise<Compared> {
  const name = `${table.schema}.${table.name}`
  const [wanted, found] = [
    { rows: 0, weight: 0n },
    { rows: 0, weight: 0n },
  ]
  const isWritten = writtenByRestore.includes(name)
  const missing = new Set<bigint>()
  for await (const row of readRows(backup, table)) {
    wanted.rows += 1
    wanted.weight += weightOf(row)
    if (isWritten) missing.add(weightOf(row))
  }
  await restoredRows(db, table, (row) => {
    found.rows += 1
    found.weight += weightOf(row)
    missing.delete(weightOf(row))
  })
  const counts = { what: name, backed_up: table.rows, restored: found.rows }
  if (wanted.rows === table.rows && found.rows === table.rows && wanted.weight === found.weight)
    return { ...counts, finding: 'equal' }
  const isExplained = isWritten && missing.size <= changesOfRestore && found.rows >= table.rows
  return { ...counts, finding: isExplained ? 'equal but for what the restore writes' : 'differs' }
}

/**
 * Compares the hashes of all stored files with those of the backup. The restore itself writes new heads of the audit
 * trail; whether they fit the trail is what the check of the trail says.
 */
async function compareFiles(storage: Storage, { files }: Manifest): Promise<Compared> {
  const changed: string[] = []
  for (const { key, sha256 } of files) {
    const hash = createHash('sha256').update(await storage.get(key))
    if (hash.digest('hex') !== sha256) changed.push(key)
  }
  const restored = files.length - changed.length
  if (changed.length > 0 && changed.every(isProof))
    return {
      ...{ what: 'files (SHA-256)', backed_up: files.length, restored },
      finding: 'equal but for what the restore writes',
    }
  const finding = changed.length === 0 ? 'equal' : 'differs'
  return { what: 'files (SHA-256)', backed_up: files.length, restored, finding }
}

/**
 * Compares a restored database and its files with the backup: the rows of each table by count and content, and every
 * file by its hash.
 */
export async function compareBackup(
  { db, storage }: { db: Db; storage: Storage },
  backup: BackupReader,
  read: Manifest,
): Promise<Compared[]> {
  const lines: Compared[] = []
  for (const table of read.tables) lines.push(await compareTable(db, backup, table))
  return [...lines, await compareFiles(storage, read)]
}
