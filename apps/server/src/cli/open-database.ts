import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { prepareDataDir } from '../config/data-dir.ts'
import { SettingsError } from '../config/settings-error.ts'
import { connect } from '../db/connect.ts'
import { orDatabaseFault } from '../db/database-fault.ts'
import { startPostgres } from '../db/embedded.ts'
import { settingsFor, usableMemory } from '../db/embedded-settings.ts'
import { freePort } from '../db/free-port.ts'
import type { DatabaseUrls } from '../db/prepare-database.ts'
import type { Db } from '../db/types.ts'
import { readStoreEnv } from '../env.ts'

/**
 * Opens the database for a command: next to a running server, or started for the command and stopped afterwards. With
 * 'create' a missing embedded database is created. Needs only the database's variables or DATA_DIR. In the embedded
 * database it works as the superuser.
 */
export async function openCommandDatabase(
  mode?: 'create',
): Promise<{ db: Db; urls: DatabaseUrls; close: () => Promise<void> }> {
  const env = readStoreEnv()
  const { database_direct_url: server, database_owner_url } = env
  if (server !== undefined) {
    const db = connect(server, { max: 2 })
    await orDatabaseFault(sql`select 1`.execute(db))
    const urls = { server, owner: database_owner_url ?? server }
    return { db, urls, close: () => db.destroy() }
  }
  const folder = join(env.data_dir, 'postgres')
  if (mode !== 'create' && !existsSync(join(folder, 'PG_VERSION')))
    throw new Error(`There is no database under ${env.data_dir}: start the server once.`)
  const fault = mode === 'create' ? prepareDataDir(env) : undefined
  if (fault !== undefined) throw new SettingsError([fault])
  const postgres = await startPostgres(folder, await freePort(), settingsFor(usableMemory()))
  const url = postgres.url('postgres')
  const db = connect(url, { max: 2 })
  async function close() {
    await db.destroy()
    if (!postgres.took_over) await postgres.stop()
  }
  return { db, urls: { server: url, owner: url }, close }
}
