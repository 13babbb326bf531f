import { createHash } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { executedMigrations } from '../../../db/migrate.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Env } from '../../../env.ts'
import {
  type BackupStore,
  type BackupWriter,
  manifestPath,
  openBackups,
} from '../../../integrations/storage/backup-store.ts'
import { isMissing } from '../../../integrations/storage/storage.ts'
import { voucherKey } from '../../../lending/vouchers/commands/store-voucher.ts'
import { storageKey as pictureKey } from '../../../people/pictures/commands.ts'
import { listProofKeys } from '../../../platform/audit/queries/proof-keys.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { fetchRows } from '../../../spreadsheets/export/batches.ts'
import { movementFileKey } from '../../../treasury/cash-movements/commands/store-file.ts'
import {
  expiredBackups,
  fileOf,
  filePathOf,
  listTables,
  type Manifest,
  nameOf,
  type TableName,
  tableOf,
} from '../rules.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Escapes U+2028 and U+2029: JSON allows them inside a string, but line readers take them for line ends. */
const lineOf = (row: string) =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

async function* only(bytes: Uint8Array) {
  yield bytes
}

async function writeTable(
  trx: Trx,
  backup: BackupWriter,
  table: TableName,
): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256')
  let count = 0
  async function* lines() {
    const whole = trx.selectFrom(tableOf(table).as('whole')).select(sql<string>`whole::text`.as('row'))
    for await (const rows of fetchRows(trx, whole)) {
      const bytes = Buffer.from(rows.map(({ row }) => lineOf(row)).join(''))
      hash.update(bytes)
      count += rows.length
      yield bytes
    }
  }
  await backup.write(fileOf(table), lines())
  return { ...table, rows: count, sha256: hash.digest('hex') }
}

/** The files that rows name by an id: each query answers ids, and the second part is the storage key of one. */
const filesById = [
  [sql<{ id: string }>`select picture_id as id from app_user where picture_id is not null`, pictureKey],
  [sql<{ id: string }>`select id from payment_voucher`, voucherKey],
  [sql<{ id: string }>`select id from cash_movement_file`, movementFileKey],
] as const

/**
 * The storage keys of all files that rows name. Rendered PDFs that are kept for 7 days are not among them: they are
 * rendered again.
 */
async function listFiles(trx: Trx): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name like '%storage\\_key'`.execute(trx)
  const keys = new Set<string>()
  for (const { table, column } of columns) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.id(column)} as key from ${sql.table(table)} where ${sql.id(column)} is not null`.execute(
      trx,
    )
    for (const { key } of rows) keys.add(key)
  }
  for (const [query, keyOf] of filesById)
    for (const { id } of (await query.execute(trx)).rows) keys.add(keyOf(id))
  return [...keys].sort()
}

/** Writes all tables from one snapshot (repeatable read, read only): it does not block concurrent writes. */
function writeTables({ db }: Pick<Deps, 'db'>, backup: BackupWriter) {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (trx) => {
    // Storing a part may take long between two statements.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const tables: Manifest['tables'] = []
    for (const table of await listTables(trx)) tables.push(await writeTable(trx, backup, table))
    const { rows: sequences } = await sql<Manifest['sequences'][number]>`
      select sequencename as name, last_value from pg_sequences where schemaname = 'public' order by 1`.execute(
      trx,
    )
    const migrations = await executedMigrations(trx)
    return { migrations, tables, sequences, keys: await listFiles(trx) }
  })
}

/** Copies the stored files of some keys into the backup; returns which, and which keys have no file. */
async function writeFiles({ storage }: Pick<Deps, 'storage'>, backup: BackupWriter, keys: string[]) {
  const files: Manifest['files'] = []
  const missing: string[] = []
  for (const key of keys) {
    const bytes = await storage.get(key).catch((error) => {
      if (isMissing(error)) return null
      throw error
    })
    if (bytes === null) {
      missing.push(key)
      continue
    }
    await backup.write(filePathOf(key), only(bytes))
    files.push({ key, bytes: bytes.length, sha256: hashOf(bytes) })
  }
  return { files, missing }
}

type Writing = Pick<Deps, 'db' | 'storage' | 'clock'> & {
  env: Pick<Env, 'data_dir' | 'backup_url' | 'backup_keys' | 'backup_keep_days'>
}

async function writeContents(deps: Writing, backup: BackupWriter, made_at: string): Promise<Manifest> {
  // Heads before the tables: the chain of the backup then reaches at least as far as they say.
  const proofs = await writeFiles(deps, backup, await listProofKeys(deps))
  const { keys, ...contents } = await writeTables(deps, backup)
  const stored = await writeFiles(deps, backup, keys)
  const files = [...proofs.files, ...stored.files]
  const manifest = { made_at, ...contents, files, missing: stored.missing }
  await backup.write(manifestPath, only(Buffer.from(JSON.stringify(manifest, null, 1))))
  await backup.finish()
  return manifest
}

/** Removes what is kept no longer; called only after a complete backup, so that the newest good one always stays. */
async function removeExpired(backups: BackupStore, made_at: string, keep_days: number | undefined) {
  if (keep_days === undefined) return []
  const expired = expiredBackups(await backups.list(), { today: businessDay(made_at), keep_days })
  for (const name of expired) await backups.remove(name)
  return expired
}

/**
 * Writes a backup to the store of BACKUP_URL or below DATA_DIR/backups: all tables at one instant, the files that they
 * name, and the heads and time stamps of the audit trail. The server may run meanwhile. Its manifest is written last; the
 * backup is saved as the last one, and older ones are removed, only if no file is missing. It holds secrets and personal
 * data: outside DATA_DIR it is encrypted.
 */
export async function writeBackup(
  deps: Writing,
): Promise<{ place: string; manifest: Manifest; removed: string[] }> {
  const backups = await openBackups(deps.env)
  const made_at = isoOf(deps.clock())
  const backup = await backups.create(nameOf(made_at))
  const manifest = await writeContents(deps, backup, made_at).catch(async (error: unknown) => {
    await backup.discard()
    throw error
  })
  const { place } = backup
  if (manifest.missing.length > 0) return { place, manifest, removed: [] }
  await writeSetting(deps.db, 'last_backup', { value: { made_at }, updated_at: made_at })
  return { place, manifest, removed: await removeExpired(backups, made_at, deps.env.backup_keep_days) }
}
