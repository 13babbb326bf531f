import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatDateTime } from '@quincena/domain/format'
import { sql } from 'kysely'
import { SettingsError } from '../../../config/settings-error.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { isMissing, type Storage } from '../../../integrations/storage/storage.ts'
import { acceptTrail } from '../../../platform/audit/commands/accept-trail.ts'
import { beginKeysIn } from '../../../platform/audit/commands/begin-keys.ts'
import { chainAllAudit } from '../../../platform/audit/commands/chain-audit.ts'
import type { Auditing } from '../../../platform/audit/commands/write-audit.ts'
import { auditContent, hasHmac, isProof } from '../../../platform/audit/rules.ts'
import { turnPayouts } from '../../../treasury/transfers/commands/pause-payouts.ts'
import {
  fileOf,
  listAllTables,
  type Manifest,
  manifest,
  ownMigrations,
  type TableName,
  tableOf,
} from '../rules.ts'

const BATCH = 500
const refuse = (why: string) => {
  throw new Error(why)
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Reads a backup's manifest and checks the SHA-256 of every file. Throws if the backup is of another version, or at the
 * first file that differs or is missing.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  const migrations = await ownMigrations()
  if (migrations.join() !== read.migrations.join())
    refuse('The backup is of another version: restore it with that one, then start the newer one.')
  const parts = [
    ...read.tables.map((table) => ({ path: fileOf(table), sha256: table.sha256 })),
    ...read.files.map(({ key, sha256 }) => ({ path: join('files', key), sha256 })),
  ]
  for (const { path, sha256 } of parts)
    if ((await hashOfFile(join(folder, path))) !== sha256) refuse(`${path} is not what was backed up.`)
  return read
}

/** The tables to which a migration wrote rows; those of the backup replace them. */
const FILLED_BY_MIGRATIONS: readonly string[] = ['public.bank_account', 'public.ledger_total_mark']

/** Throws if the database has a table that is not in the backup, or a row that no migration wrote. */
export async function requireEmpty(db: Db | Trx, tables: TableName[]) {
  const nameOf = ({ schema, name }: TableName) => `${schema}.${name}`
  const ours = new Set(tables.map(nameOf))
  for (const table of await listAllTables(db)) {
    const refuseTable = (why: string) =>
      refuse(`The database is not empty: ${nameOf(table)} ${why}. Nothing was changed.`)
    if (!ours.has(nameOf(table))) refuseTable('is not in the backup')
    if (FILLED_BY_MIGRATIONS.includes(nameOf(table))) continue
    const { rows } = await sql`select from ${tableOf(table)} limit 1`.execute(db)
    if (rows.length > 0) refuseTable('has rows')
  }
}

async function fillTable(trx: Trx, folder: string, table: Manifest['tables'][number]) {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${`${table.schema}.${table.name}`}::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(trx)
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  const insert = (rows: string[]) =>
    sql`insert into ${tableOf(table)} (${names}) overriding system value
      select ${names} from unnest(${rows}::${tableOf(table)}[])`.execute(trx)
  const file = await open(join(folder, fileOf(table)))
  let batch: string[] = []
  for await (const line of file.readLines()) {
    if (batch.push(JSON.parse(line)) < BATCH) continue
    await insert(batch)
    batch = []
  }
  if (batch.length > 0) await insert(batch)
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${tableOf(table)}`.execute(trx)
  if (rows[0]?.count !== table.rows) refuse(`${fileOf(table)}: ${table.rows} rows were backed up.`)
}

const pauseReason = ({ made_at }: Manifest) =>
  `Se restauró el respaldo del ${formatDateTime(made_at)}. Antes de reanudar, compara con STP cada día desde entonces y rechaza las ofertas que STP ya pagó.`

/** Throws if the key is not the one that signed the newest rows: every row would then count as forged. */
async function requireKey({ secrets }: Auditing, trx: Trx) {
  const newest = await trx
    .selectFrom('audit')
    .select(['audit.id', 'audit.hmac', auditContent.as('content')])
    .where('audit.hmac', 'is not', null)
    .orderBy('audit.id', 'desc')
    .limit(20)
    .execute()
  if (newest.length > 0 && !newest.some((row) => hasHmac(secrets.audit_keys, row, row.hmac)))
    throw new SettingsError(['AUDIT_KEY: did not sign this backup; set the former one'])
}

async function isStored(storage: Storage, key: string): Promise<boolean> {
  try {
    await storage.get(key)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Fills all tables and sequences; without triggers and foreign keys, as the rows were valid when they were backed up. */
async function fillTables(trx: Trx, folder: string, read: Manifest) {
  await sql`set local session_replication_role = replica`.execute(trx)
  // Storing large files takes long between two statements.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
  for (const name of FILLED_BY_MIGRATIONS) await sql`delete from ${sql.table(name)}`.execute(trx)
  for (const table of read.tables) await fillTable(trx, folder, table)
  for (const { name, last_value } of read.sequences)
    if (last_value !== null) await sql`select setval(${name}::regclass, ${last_value})`.execute(trx)
  await sql`set local session_replication_role = origin`.execute(trx)
}

/** Stores a file. What the storage knows of the trail stays: it is newer than the backup, and a proof. */
async function restoreFile(storage: Storage, folder: string, key: string) {
  if (isProof(key) && (await isStored(storage, key))) return
  await storage.put(key, await readFile(join(folder, 'files', key)), 'application/octet-stream')
}

/**
 * Fills an empty database, migrated to the backup's version, and the storage. One transaction: a row count that differs
 * from the manifest, or any other error, leaves the database empty; files stored before the error remain. Pauses
 * payouts, because orders may have been sent or signed after the backup. From here on the file storage has to know the
 * audit trail; what it knows of the trail after the backup is given up. Throws a `SettingsError` if the audit key is not
 * the backup's. Needs a superuser: it disables triggers and
 * foreign keys, as the rows were valid when they were backed up.
 */
export async function restoreBackup(
  deps: Pick<Deps, 'db' | 'storage' | 'log'> & Auditing,
  folder: string,
  read: Manifest,
): Promise<void> {
  const { db, storage } = deps
  await db.transaction().execute(async (trx) => {
    await requireEmpty(trx, read.tables)
    await fillTables(trx, folder, read)
    await requireKey(deps, trx)
    await beginKeysIn(deps, trx)
    await acceptTrail(deps, trx, { gives_up: true })
    await turnPayouts(deps, trx, { context: null, paused: true, reason: pauseReason(read) })
    for (const { key } of read.files) await restoreFile(storage, folder, key)
  })
  await chainAllAudit(deps)
}
