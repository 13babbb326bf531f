import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Env } from '../../../env.ts'
import { isMissing } from '../../../integrations/storage/storage.ts'
import { voucherKey } from '../../../lending/vouchers/commands/store-voucher.ts'
import { storageKey as pictureKey } from '../../../people/pictures/commands.ts'
import { listProofKeys } from '../../../platform/audit/queries/proof-keys.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { fetchRows } from '../../../spreadsheets/export/batches.ts'
import { movementFileKey } from '../../../treasury/cash-movements/commands/store-file.ts'
import { fileOf, listTables, type Manifest, ownMigrations, type TableName, tableOf } from '../rules.ts'

/** Readable by the owner only, and flushed to disk before the backup gets its final name. */
const onlyOwners = { mode: 0o600, flush: true }
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Escapes U+2028 and U+2029: JSON allows them inside a string, but line readers take them for line ends. */
const lineOf = (row: string) =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

async function writeTable(trx: Trx, folder: string, table: TableName): Promise<Manifest['tables'][number]> {
  const file = await open(join(folder, fileOf(table)), 'wx', 0o600)
  const hash = createHash('sha256')
  let count = 0
  try {
    const whole = trx.selectFrom(tableOf(table).as('whole')).select(sql<string>`whole::text`.as('row'))
    for await (const rows of fetchRows(trx, whole)) {
      const text = rows.map(({ row }) => lineOf(row)).join('')
      hash.update(text)
      await file.appendFile(text)
      count += rows.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
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
function writeTables({ db }: Pick<Deps, 'db'>, folder: string) {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (trx) => {
    const tables: Manifest['tables'] = []
    for (const table of await listTables(trx)) tables.push(await writeTable(trx, folder, table))
    const { rows: sequences } = await sql<Manifest['sequences'][number]>`
      select sequencename as name, last_value from pg_sequences where schemaname = 'public' order by 1`.execute(
      trx,
    )
    return { tables, sequences, keys: await listFiles(trx) }
  })
}

/** Copies the stored files of some keys into the backup; returns which, and which keys have no file. */
async function writeFiles({ storage }: Pick<Deps, 'storage'>, folder: string, keys: string[]) {
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
    const path = join(folder, 'files', key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { ...onlyOwners, flag: 'wx' })
    files.push({ key, bytes: bytes.length, sha256: hashOf(bytes) })
  }
  return { files, missing }
}

/**
 * Writes a backup into a new folder below DATA_DIR/backups: all tables at one instant, the files that they name, and the
 * heads and time stamps of the audit trail. The
 * server may run meanwhile. The folder is named `.part` until it is complete; the backup is saved as the last one only
 * if no file is missing. It holds secrets and personal data, so only the owner may read it.
 */
export async function writeBackup(
  deps: Pick<Deps, 'db' | 'storage' | 'clock'> & { env: Pick<Env, 'data_dir'> },
): Promise<{ folder: string; manifest: Manifest }> {
  const made_at = isoOf(deps.clock())
  const folder = join(deps.env.data_dir, 'backups', made_at.replaceAll(':', '-'))
  const part = `${folder}.part`
  await mkdir(part, { recursive: true, mode: 0o700 })
  try {
    // Heads before the tables: the chain of the backup then reaches at least as far as they say.
    const proofs = await writeFiles(deps, part, await listProofKeys(deps))
    const { tables, sequences, keys } = await writeTables(deps, part)
    const stored = await writeFiles(deps, part, keys)
    const files = [...proofs.files, ...stored.files]
    const { missing } = stored
    const manifest = { made_at, migrations: await ownMigrations(), tables, sequences, files, missing }
    await writeFile(join(part, 'manifest.json'), JSON.stringify(manifest, null, 1), onlyOwners)
    await rename(part, folder)
    if (stored.missing.length === 0)
      await writeSetting(deps.db, 'last_backup', { value: { made_at }, updated_at: made_at })
    return { folder, manifest }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}
