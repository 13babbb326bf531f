import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../src/db/connect.ts'
import { startPostgres } from '../src/db/embedded.ts'
import { freePort } from '../src/db/free-port.ts'
import { migrate } from '../src/db/migrate.ts'
import { startQueue } from '../src/jobs/queue.ts'
import { jobNames } from '../src/jobs/registry.ts'
import { serverJobs } from './jobs.ts'

async function makeTemplate(url: (database: string) => string) {
  const admin = connect(url('postgres'), 1)
  await sql`create database template_app`.execute(admin)
  await admin.destroy()
  const template = connect(url('template_app'), 2)
  await migrate(template)
  await template.destroy()
  const queue = await startQueue(url('template_app'), console, jobNames(serverJobs))
  await queue.stop()
}

export interface Cluster {
  /** URL prefix; append a database name. */
  url: string
  /** `immediate` stops without a shutdown checkpoint, like a crash. */
  stop: (mode?: 'fast' | 'immediate') => Promise<unknown>
  start: () => Promise<unknown>
  remove: () => Promise<void>
}

/** Starts a PostgreSQL with the migrated template. Its data survives a crash of PostgreSQL, not one of the machine. */
export async function startCluster(settings: string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-test-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const data = join(folder, 'postgres')
  const all = ['fsync=off', 'full_page_writes=off', 'max_connections=600', ...settings]
  const start = () => startPostgres(data, port, all)
  const postgres = await start()
  await makeTemplate(postgres.url)
  return {
    url: postgres.url(''),
    start,
    stop: postgres.stop,
    async remove() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
