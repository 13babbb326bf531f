import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './types.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** The file names of the migrations that this version of the program has. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql'))
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = await migrationNames()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    migrations[name] = {
      async up(db) {
        await sql.raw(text).execute(db)
      },
    }
  }
  return migrations
}

/**
 * Applies the migrations that are missing, up to the named one or all. Several processes may call it at once: Kysely's
 * advisory lock lets one work.
 */
export async function migrate(db: Kysely<Database>, last?: string) {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error !== undefined) throw error
}
