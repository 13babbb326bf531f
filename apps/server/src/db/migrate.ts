import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { SettingsError } from '../config/settings-error.ts'
import { compareVersions, parseReleases, releaseOf } from './releases.ts'
import type { Database } from './types.ts'

const folder = new URL('../../migrations/', import.meta.url)
const packageFile = new URL('../../../../package.json', import.meta.url)

/** The version of this program. */
async function ownVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(packageFile, 'utf8'))
  return version
}

/** The file names of the migrations that this version of the program has. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql'))
}

async function readTexts(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const name of await migrationNames()) texts.set(name, await readFile(new URL(name, folder), 'utf8'))
  return texts
}

function migrationsOf(texts: ReadonlyMap<string, string>): Record<string, Migration> {
  const migrations: Record<string, Migration> = {}
  for (const [name, text] of texts)
    migrations[name] = {
      async up(db) {
        await sql.raw(text).execute(db)
      },
    }
  return migrations
}

async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass(${`public.${name}`}) is not null as is_there`.execute(db)
  return rows[0]?.is_there === true
}

/** The file names of the migrations that the database has, sorted; empty if it has none. */
export async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name).sort()
}

/** Writes down which release each migration belongs to, for programs that do not have it. */
async function writeReleases(db: Kysely<Database>, texts: ReadonlyMap<string, string>) {
  if (!(await hasTable(db, 'migration_release'))) return
  const releases = parseReleases(await readFile(new URL('releases.txt', folder), 'utf8'))
  const executed = new Set(await executedMigrations(db))
  const rows = [...texts]
    .filter(([name]) => executed.has(name))
    .map(([name, text]) => ({ name, ...releaseOf(releases, { name, text }) }))
  const stored = await db.selectFrom('migration_release').selectAll().execute()
  const known = new Set(stored.map((row) => Object.values(row).join()))
  const isNew = (row: (typeof rows)[number]) => !known.has([row.name, row.release, row.runs_from].join())
  const changed = rows.filter(isNew)
  if (changed.length === 0) return
  await db
    .insertInto('migration_release')
    .values(changed)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({
        release: ref('excluded.release'),
        runs_from: ref('excluded.runs_from'),
      })),
    )
    .execute()
}

const refuseSchema = (fault: string) => new SettingsError([`DATABASE_URL: ${fault}`])

/** Throws a `SettingsError` if this program may not work with migrations that it does not have. */
async function checkNewer(db: Kysely<Database>, unknown: readonly string[]): Promise<void> {
  const version = await ownVersion()
  const stored = (await hasTable(db, 'migration_release'))
    ? await db.selectFrom('migration_release').selectAll().where('name', 'in', unknown).execute()
    : []
  const unexplained = unknown.find((name) => !stored.some((row) => row.name === name))
  if (unexplained !== undefined)
    throw refuseSchema(
      `the database has the migration ${unexplained}, which version ${version} does not know; start the version that made it`,
    )
  const [needed] = stored.toSorted((one, other) => compareVersions(other.runs_from, one.runs_from))
  if (needed === undefined || compareVersions(needed.runs_from, version) <= 0) return
  throw refuseSchema(
    `version ${needed.release} migrated this database (${needed.name}), and this is version ${version}; start version ${needed.runs_from} or later, or go back as docs/upgrading.md says`,
  )
}

/**
 * Applies the migrations that are missing, up to the named one or all. Several processes may call it at once: Kysely's
 * advisory lock lets one work. A database that a newer version migrated stays as it is, and the migrations which this
 * program does not know are returned. Throws a `SettingsError` if the program is too old for them.
 */
export async function migrate(db: Kysely<Database>, last?: string): Promise<{ unknown: string[] }> {
  const texts = await readTexts()
  const executed = await executedMigrations(db)
  const unknown = executed.filter((name) => !texts.has(name))
  if (unknown.length > 0) {
    await checkNewer(db, unknown)
    const missing = [...texts.keys()].sort().find((name) => !executed.includes(name))
    if (missing === undefined) return { unknown }
    throw refuseSchema(`the database has ${unknown[0]}, but lacks ${missing}; start the version that made it`)
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(texts) } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error !== undefined) throw error
  await writeReleases(db, texts)
  return { unknown }
}
