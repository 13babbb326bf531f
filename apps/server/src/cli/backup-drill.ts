import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { systemClock } from '../command/clock.ts'
import { loadAuditKeys } from '../config/audit-keys.ts'
import { connect } from '../db/connect.ts'
import { orDatabaseFault } from '../db/database-fault.ts'
import { startPostgres } from '../db/embedded.ts'
import { settingsFor, usableMemory } from '../db/embedded-settings.ts'
import { freePort } from '../db/free-port.ts'
import type { Db } from '../db/types.ts'
import { findAdminUrl, readAdminUrl, readStoreEnv } from '../env.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { verifyLedger } from '../lending/ledger/queries.ts'
import { type Compared, compareBackup } from '../office/backups/commands/compare-backup.ts'
import { readManifest, restoreBackup } from '../office/backups/commands/restore-backup.ts'
import type { Manifest } from '../office/backups/rules.ts'
import { checkAudit } from '../platform/audit/checks/audit.ts'
import { openBackup } from './open-backup.ts'
import { runCommand } from './run-cli.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A PostgreSQL in which the drill may make a database: that of DATABASE_ADMIN_URL, or the bundled one in a new folder. */
async function openServer(env: ReturnType<typeof readStoreEnv>, folder: string) {
  if (env.database_url !== undefined || findAdminUrl() !== undefined) {
    const admin = readAdminUrl()
    const urlOf = (name: string) => {
      const url = new URL(admin)
      url.pathname = `/${name}`
      return url.href
    }
    return { admin, urlOf, stop: async () => undefined }
  }
  const settings = [...settingsFor(usableMemory()), 'fsync=off']
  const postgres = await startPostgres(join(folder, 'postgres'), await freePort(), settings)
  return { admin: postgres.url('postgres'), urlOf: (name: string) => postgres.url(name), stop: postgres.stop }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work; a signal to end calls `end`, which makes the work fail, so that what follows the work is still done. Later
 * signals are ignored until the process ends, which removes its files first.
 */
async function endedBySignal<T>(end: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let isEnded = false
  const onSignal = () => {
    isEnded = true
    end().catch(() => undefined)
  }
  for (const name of endings) process.on(name, onSignal)
  try {
    return await work()
  } catch (error) {
    throw isEnded ? new Error('The drill was interrupted; nothing of it is left.') : error
  }
}

/** Makes a database, works in it and drops it, also after an error or a signal to end: its rows are those of real people. */
async function inScratchDatabase<T>(
  { admin, urlOf }: { admin: string; urlOf: (name: string) => string },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const name = `quincena_drill_${randomBytes(6).toString('hex')}`
  // Of its statements each waits for the one before.
  const maker = connect(admin, { max: 1 })
  const drop = () => sql`drop database if exists ${sql.id(name)} with (force)`.execute(maker)
  async function makeAndWork() {
    await orDatabaseFault(
      sql`create database ${sql.id(name)} template template0`.execute(maker),
      'DATABASE_ADMIN_URL',
    )
    const db = connect(urlOf(name), { max: 2, names_statements: false })
    try {
      return await work(db)
    } finally {
      await db.destroy()
      await drop()
    }
  }
  try {
    return await endedBySignal(drop, makeAndWork)
  } finally {
    await maker.destroy()
  }
}

const widths = { what: 40, number: 12 }

const lineOf = ({ what, backed_up, restored, finding }: Record<keyof Compared, string | number>) =>
  `${String(what).padEnd(widths.what)}${String(backed_up).padStart(widths.number)}${String(restored).padStart(widths.number)}  ${finding}\n`

const isGood = ({ finding }: Compared) => finding !== 'differs'

/** Proofs that count what they find: 0 findings are expected. */
const proofOf = (what: string, findings: number): Compared => ({
  ...{ what, backed_up: 0, restored: findings },
  finding: findings === 0 ? 'equal' : 'differs',
})

function writeTable(read: Manifest, lines: Compared[], took_s: number) {
  const header = { what: 'table', backed_up: 'backed up', restored: 'restored', finding: 'finding' }
  process.stdout.write([header, ...lines].map(lineOf).join(''))
  for (const key of read.missing) process.stdout.write(`Not in the backup, as it was not found: ${key}\n`)
  const result = lines.every(isGood) ? 'can be restored' : 'has findings: see the lines with "differs"'
  process.stdout.write(`The backup of ${read.made_at} ${result} (${took_s.toFixed(1)} s).\n`)
}

/**
 * `npm run backup:drill [-- BACKUP]`: restores the newest or the named backup into a database that it makes and drops,
 * and compares rows, ledger, audit trail and files. Needs AUDIT_KEY, and DATABASE_ADMIN_URL where PostgreSQL is not the
 * bundled one. Changes nothing else. Prints one table; exit code 1 if anything differs or the restore is refused.
 */
async function run(wanted = 'newest'): Promise<number> {
  const env = readStoreEnv()
  const secrets = { audit_keys: loadAuditKeys(env) }
  const began_ms = performance.now()
  const backup = await openBackup(env, wanted)
  const read = await readManifest(backup)
  const folder = await mkdtemp(join(tmpdir(), 'quincena-drill-'))
  const server = await openServer(env, folder).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  try {
    const lines = await inScratchDatabase(server, async (db) => {
      const storage = await openStorage({ data_dir: folder, storage_url: undefined })
      const deps = { db, storage, clock: systemClock, secrets, log }
      const { broken_keys } = await restoreBackup(deps, backup, { read, server: null })
      const compared = await compareBackup(deps, backup, read)
      let findings = 0
      await checkAudit(deps, () => {
        findings += 1
      })
      const differences = await verifyLedger(db)
      return [
        ...compared,
        proofOf('foreign keys: broken', broken_keys.length),
        proofOf('ledger: differences', differences.length),
        proofOf('audit trail: findings', findings),
      ]
    })
    writeTable(read, lines, (performance.now() - began_ms) / 1000)
    return lines.every(isGood) ? 0 : 1
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await runCommand(() => run(process.argv[2]))
