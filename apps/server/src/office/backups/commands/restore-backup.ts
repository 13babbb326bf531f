import { createHash } from 'node:crypto'
import { formatDateTime } from '@quincena/domain/format'
import { sql } from 'kysely'
import { SettingsError } from '../../../config/settings-error.ts'
import { migrate } from '../../../db/migrate.ts'
import { queueSchema } from '../../../db/roles.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type BackupReader, manifestPath } from '../../../integrations/storage/backup-store.ts'
import { isMissing, type Storage } from '../../../integrations/storage/storage.ts'
import { addQueues, installQueue } from '../../../jobs/queue.ts'
import { acceptTrail } from '../../../platform/audit/commands/accept-trail.ts'
import { beginKeysIn } from '../../../platform/audit/commands/begin-keys.ts'
import { chainAllAudit } from '../../../platform/audit/commands/chain-audit.ts'
import type { Auditing } from '../../../platform/audit/commands/write-audit.ts'
import { auditContent, hasHmac, isProof } from '../../../platform/audit/rules.ts'
import { turnPayouts } from '../../../treasury/transfers/commands/pause-payouts.ts'
import {
  fileOf,
  filePathOf,
  listAllTables,
  type Manifest,
  manifest,
  ownMigrations,
  type TableName,
  tableOf,
} from '../rules.ts'
import { withoutChecks } from './without-checks.ts'

const BATCH = 500
const refuse = (why: string) => {
  throw new Error(why)
}

async function readWhole(backup: BackupReader, path: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(backup.read(path)))
}

async function hashOfFile(backup: BackupReader, path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of backup.read(path)) hash.update(bytes)
  return hash.digest('hex')
}

/**
 * Reads a backup's manifest and checks the SHA-256 of every file. Throws if the backup is of another version, or at the
 * first file that differs or is missing.
 */
export async function readManifest(backup: BackupReader): Promise<Manifest> {
  const read = manifest.parse(JSON.parse((await readWhole(backup, manifestPath)).toString('utf8')))
  const migrations = await ownMigrations()
  if (migrations.join() !== read.migrations.join())
    refuse('The backup is of another version: restore it with that one, then start the newer one.')
  const parts = [
    ...read.tables.map((table) => ({ path: fileOf(table), sha256: table.sha256 })),
    ...read.files.map(({ key, sha256 }) => ({ path: filePathOf(key), sha256 })),
  ]
  for (const { path, sha256 } of parts)
    if ((await hashOfFile(backup, path)) !== sha256) refuse(`${path} is not what was backed up.`)
  return read
}

/** The rows of a table's file: PostgreSQL's text of each. */
export async function* readRows(backup: BackupReader, table: TableName): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of backup.read(fileOf(table))) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
  if (rest !== '') refuse(`${fileOf(table)} ends within a row.`)
}

/** The tables to which a migration wrote rows; those of the backup replace them. */
const FILLED_BY_MIGRATIONS: readonly string[] = [
  'public.bank_account',
  'public.ledger_total_mark',
  'public.migration_release',
  'public.webhook_mark',
]

/** Throws if the database has a table that is not in the backup, or a row that no migration wrote. */
async function requireEmpty(db: Db | Trx, tables: TableName[]) {
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

type Insert = (rows: string[]) => Promise<unknown>

async function insertInto(trx: Trx, table: TableName): Promise<Insert> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${`${table.schema}.${table.name}`}::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(trx)
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  return (rows) =>
    sql`insert into ${tableOf(table)} (${names}) overriding system value
      select ${names} from unnest(${rows}::${tableOf(table)}[])`.execute(trx)
}

async function fillTable(
  trx: Trx,
  { backup, table, insert }: { backup: BackupReader; table: Manifest['tables'][number]; insert: Insert },
) {
  let batch: string[] = []
  for await (const row of readRows(backup, table)) {
    if (batch.push(row) < BATCH) continue
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

/**
 * Fills all tables and sequences of a migrated database that has no rows but those of the migrations. Returns the foreign
 * keys that rows of the backup break.
 */
export async function fillTables(
  trx: Trx,
  backup: BackupReader,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
): Promise<string[]> {
  const broken = await withoutChecks(trx, async () => {
    for (const table of tables.filter(({ schema }) => schema !== queueSchema)) {
      if (FILLED_BY_MIGRATIONS.includes(`${table.schema}.${table.name}`))
        await sql`delete from ${tableOf(table)}`.execute(trx)
      await fillTable(trx, { backup, table, insert: await insertInto(trx, table) })
    }
  })
  for (const { name, last_value } of sequences)
    if (last_value !== null) await sql`select setval(${name}::regclass, ${last_value})`.execute(trx)
  return broken
}

/** Makes the queue's tables and fills that of the jobs. Queues that this version does not know get their jobs, too. */
async function fillQueue(trx: Trx, backup: BackupReader, { tables }: Manifest) {
  await installQueue(trx)
  for (const table of tables.filter(({ schema }) => schema === queueSchema)) {
    const insert = await insertInto(trx, table)
    const addAndInsert = async (rows: string[]) => {
      const { rows: queues } = await sql<{ name: string }>`
        select distinct name from unnest(${rows}::${tableOf(table)}[])`.execute(trx)
      await addQueues(
        trx,
        queues.map(({ name }) => name),
      )
      await insert(rows)
    }
    await fillTable(trx, { backup, table, insert: addAndInsert })
  }
}

const mayNotActAs = (role: string) =>
  new SettingsError([`DATABASE_OWNER_URL: its user may not act as ${role}; run npm run db:roles once more`])

/** Runs work on the queue's schema as the server's user, who owns it; as the transaction's own one where it is null. */
async function asServer(trx: Trx, server: string | null, work: () => Promise<void>) {
  if (server === null) return work()
  const { rows } = await sql<{ may: boolean }>`select pg_has_role(${server}, 'member') as may`.execute(trx)
  if (rows[0]?.may !== true) throw mayNotActAs(server)
  const [schema, role] = [sql.id(queueSchema), sql.id(server)]
  const owner = await sql<{ name: string }>`
    select pg_get_userbyid(nspowner) as name from pg_namespace where nspname = ${queueSchema}`.execute(trx)
  if (owner.rows[0]?.name !== server) await sql`alter schema ${schema} owner to ${role}`.execute(trx)
  await sql`set local role ${role}`.execute(trx)
  await work()
  await sql`reset role`.execute(trx)
}

/** Stores a file. What the storage knows of the trail stays: it is newer than the backup, and a proof. */
async function restoreFile(storage: Storage, backup: BackupReader, key: string) {
  if (isProof(key) && (await isStored(storage, key))) return
  await storage.put(key, await readWhole(backup, filePathOf(key)), 'application/octet-stream')
}

/**
 * Migrates an empty database to the backup's version and fills it and the storage, in one transaction: a row count that
 * differs from the manifest, or any other error, leaves the database as it was; files stored before the error remain.
 * Pauses payouts, because orders may have been sent or signed after the backup. From here on the file storage has to know
 * the audit trail; what it knows of the trail after the backup is given up. `deps.db` connects the tables' owner, who
 * need not be a superuser; returned are the foreign keys that rows of the backup break; `server` is the name of the server's user, null if that is the same. Throws a `SettingsError`
 * if the audit key is not the backup's, or the owner may not act as the server's user.
 */
export async function restoreBackup(
  deps: Pick<Deps, 'db' | 'storage' | 'log'> & Auditing,
  backup: BackupReader,
  { read, server }: { read: Manifest; server: string | null },
): Promise<{ broken_keys: string[] }> {
  const { db, storage } = deps
  const broken_keys = await db.transaction().execute(async (trx) => {
    await requireEmpty(trx, read.tables)
    await migrate(trx)
    await asServer(trx, server, () => fillQueue(trx, backup, read))
    // Storing large files takes long between two statements.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const broken = await fillTables(trx, backup, read)
    await requireKey(deps, trx)
    await beginKeysIn(deps, trx)
    await acceptTrail(deps, trx, { gives_up: true })
    await turnPayouts(deps, trx, { context: null, paused: true, reason: pauseReason(read) })
    for (const { key } of read.files) await restoreFile(storage, backup, key)
    return broken
  })
  await chainAllAudit(deps)
  return { broken_keys }
}
