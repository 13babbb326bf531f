import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { prepareDatabase } from '../src/db/prepare-database.ts'
import { parseReleases } from '../src/db/releases.ts'
import type { Db } from '../src/db/types.ts'
import type { BackupReader } from '../src/integrations/storage/backup-store.ts'
import { verifyLedger } from '../src/lending/ledger/queries.ts'
import { fillTables } from '../src/office/backups/commands/restore-backup.ts'
import { fileOf, type Manifest, tableOf } from '../src/office/backups/rules.ts'
import { createTestContext, type TestContext } from './context.ts'
import { startServerProcess } from './server-process.ts'

/** The database of a release: its rows by file, and what a backup's manifest says of them. */
interface KeptDatabase {
  manifest: Manifest
  rows: Record<string, string>
}

const file = (path: string) => new URL(path, import.meta.url)
const last = parseReleases(readFileSync(file('../migrations/releases.txt'), 'utf8')).at(-1)
const keptFile = file(`releases/${last?.version}.json.gz`)
const databases = inject('databases')
const name = `t_upgraded_${randomBytes(4).toString('hex')}`
const urls = { server: `${databases.server_url}${name}`, owner: `${databases.owner_url}${name}` }
const folder = mkdtempSync(join(tmpdir(), 'quincena-upgraded-'))

let ctx: TestContext
let db: Db
let kept: KeptDatabase

beforeAll(async () => {
  const todo = `keep the database of ${last?.version} with npm run release:database`
  if (!existsSync(keptFile)) throw new Error(todo)
  kept = JSON.parse(gunzipSync(readFileSync(keptFile)).toString('utf8'))
  ctx = await createTestContext()
  await sql`create database ${sql.id(name)} owner quincena_owner`.execute(ctx.superuser)
  // As db:roles makes it.
  const admin = connect(`${databases.url}${name}`, { max: 1 })
  await sql`create schema pgboss authorization quincena_server`.execute(admin)
  await admin.destroy()
  db = connect(urls.owner, { max: 2, names_statements: false })
})
afterAll(async () => {
  await db.destroy()
  await sql`drop database ${sql.id(name)} with (force)`.execute(ctx.superuser)
  rmSync(folder, { recursive: true, force: true })
})

/** How many rows the tables of the release have now. */
async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of kept.manifest.tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${tableOf(table)}`.execute(db)
    counts[table.name] = rows[0]?.count ?? 0
  }
  return counts
}

/** Every path without parameters that can be read, from the server's own description of its API; streams never end. */
async function listPaths(api: string): Promise<string[]> {
  const document: { paths: Record<string, object> } = await (await fetch(`${api}/openapi.json`)).json()
  const own = new URL(api).pathname
  return Object.entries(document.paths)
    .filter(([path, calls]) => 'get' in calls && !/\{|\/events$/.test(path))
    .map(([path]) => path.replace(own, ''))
}

test('the full database of the last release is upgraded: rows, ledger and calls', {
  timeout: 600_000,
}, async () => {
  await migrate(db, last?.last_migration)
  const backup: BackupReader = {
    name: 'kept',
    read: (path) => Readable.from([Buffer.from(kept.rows[path] ?? '')]),
  }
  await db.transaction().execute((trx) => fillTables(trx, backup, kept.manifest))
  const counts = Object.fromEntries(kept.manifest.tables.map((table) => [table.name, table.rows]))
  expect(Object.keys(kept.rows).sort()).toEqual(kept.manifest.tables.map(fileOf).sort())
  expect(await countRows()).toEqual(counts)
  for (const table of ['loan', 'payment', 'ledger_entry', 'transfer', 'acceptance', 'document'])
    expect(counts[table], table).toBeGreaterThan(20)

  const warnings: string[] = []
  await prepareDatabase(urls, { warn: (line) => warnings.push(line) })
  expect(warnings).toEqual([])
  expect(await countRows()).toEqual(counts)
  expect(await verifyLedger(db)).toEqual([])
  const reports = connect(`${databases.reporting_url}${name}`, { max: 1 })
  const loans = await sql`select count(*) as count from reporting.loans`.execute(reports)
  expect(loans.rows).toEqual([{ count: counts.loan }])
  await reports.destroy()

  const server = await startServerProcess(ctx, {
    settings: {
      ...{ DEMO: '1', DATABASE_URL: urls.server, DATABASE_OWNER_URL: urls.owner, DATA_DIR: folder },
      ...{ PUBLIC_URL: '', SECRET_KEY: '' },
    },
  })
  const answer = await fetch(`${server.api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.quincena.mx', password: 'Quincena-2026' }),
  })
  expect(answer.status).toBe(200)
  const { token }: { token: string } = await answer.json()
  const statuses: Record<string, number> = {}
  for (const path of await listPaths(server.api)) {
    const called = await fetch(`${server.api}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await called.body?.cancel()
    statuses[path] = called.status
  }
  const failed = Object.entries(statuses).filter(([, status]) => status >= 500)
  expect(failed).toEqual([])
  const answered = Object.values(statuses).filter((status) => status === 200)
  expect(answered.length, JSON.stringify(statuses)).toBeGreaterThan(30)
  expect(await server.end()).toBe(0)
})
