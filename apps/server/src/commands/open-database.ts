import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from '../db/connect.ts'
import { startPostgres } from '../db/embedded.ts'
import { readEnv } from '../env.ts'
import type { Db } from '../lib/deps.ts'

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/**
 * The database of a command-line tool: beside a running server, or started for the tool and stopped after it; with
 * 'create' an embedded one is made where there is none.
 */
export async function openCommandDatabase(
  mode?: 'create',
): Promise<{ db: Db; url: string; close: () => Promise<void> }> {
  const env = readEnv()
  if (env.database_url !== undefined) {
    const db = connect(env.database_url, 2)
    return { db, url: env.database_url, close: () => db.destroy() }
  }
  const folder = join(env.data_dir, 'postgres')
  if (mode !== 'create' && !existsSync(join(folder, 'PG_VERSION')))
    throw new Error(`There is no database under ${env.data_dir}: start the server once.`)
  const postgres = await startPostgres(folder, await freePort())
  const url = postgres.url('postgres')
  const db = connect(url, 2)
  async function close() {
    await db.destroy()
    if (!postgres.took_over) await postgres.stop()
  }
  return { db, url, close }
}
