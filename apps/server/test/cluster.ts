import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../src/db/connect.ts'
import { type EmbeddedPostgres, startPostgres } from '../src/db/embedded.ts'
import { freePort } from '../src/db/free-port.ts'
import { prepareDatabase } from '../src/db/prepare-database.ts'
import { newPassword, prepareReporting, prepareRoles, reportingRole, roleNames } from '../src/db/roles.ts'
import { scramVerifier } from '../src/db/scram.ts'
import { startQueue } from '../src/jobs/queue.ts'
import { jobNames } from '../src/jobs/registry.ts'
import { serverJobs } from './jobs.ts'

/** Makes the users and the database `template_app` with all migrations; returns the password of the user of reports. */
export async function makeTemplate({ url, passwords }: Pick<EmbeddedPostgres, 'url' | 'passwords'>) {
  const admin = connect(url('postgres'), { max: 1 })
  await sql`create database template_app`.execute(admin)
  await admin.destroy()
  const template = connect(url('template_app'), { max: 1 })
  await prepareRoles(template, { ...passwords, replaces: true })
  const reporting = newPassword()
  await prepareReporting(template, { password: reporting, replaces: true })
  // Tests open thousands of connections, and each repeats the iterations of the password's check on both sides.
  for (const role of ['server', 'owner'] as const) {
    const verifier = sql.lit(scramVerifier(passwords[role], 1))
    await sql`alter role ${sql.id(roleNames[role])} password ${verifier}`.execute(template)
  }
  await template.destroy()
  const urls = { server: url('template_app', 'server'), owner: url('template_app', 'owner') }
  await prepareDatabase(urls, console)
  const queue = await startQueue(urls.server, console, { names: jobNames(serverJobs) })
  await queue.stop()
  return { reporting }
}

/** URL prefixes; append a database name. */
export interface DatabasePrefixes {
  /** Of the superuser. */
  url: string
  /** Of the owner of the tables. */
  owner_url: string
  /** Of the server's user, who may not change evidence. */
  server_url: string
}

export interface Cluster extends DatabasePrefixes {
  /** The prefix of the user of reports, who reads the views of `reporting` only. */
  reporting_url: string
  /** The folder of its data. */
  data: string
  /** Its settings, as `name=value`. */
  settings: readonly string[]
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
  const all = [
    ...['fsync=off', 'full_page_writes=off', 'max_connections=600'],
    // Each file leaves a database: the autovacuum launcher would start a process for each of them every minute.
    'autovacuum=off',
    ...settings,
  ]
  const start = () => startPostgres(data, port, all)
  const postgres = await start()
  const { reporting } = await makeTemplate(postgres)
  const reporting_url = new URL(postgres.url(''))
  reporting_url.username = reportingRole
  reporting_url.password = reporting
  return {
    data,
    settings: all,
    url: postgres.url(''),
    owner_url: postgres.url('', 'owner'),
    server_url: postgres.url('', 'server'),
    reporting_url: reporting_url.href,
    start,
    stop: postgres.stop,
    async remove() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
