import { allJobs } from '../all-jobs.ts'
import { systemClock } from '../command/clock.ts'
import { loadAuditKeys } from '../config/audit-keys.ts'
import { migrate } from '../db/migrate.ts'
import { readStoreEnv } from '../env.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { startQueue } from '../jobs/queue.ts'
import { jobNames } from '../jobs/registry.ts'
import { verifyLedger } from '../lending/ledger/queries.ts'
import { readManifest, requireEmpty, restoreBackup } from '../office/backups/commands/restore-backup.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

/**
 * `npm run restore -- FOLDER`: restores a backup into an empty database (a new DATA_DIR, or an empty DATABASE_URL),
 * before the first start of the server. Needs AUDIT_KEY. Exit code 1 if the restore was refused or the restored ledger is not balanced.
 */
async function run(folder: string | undefined): Promise<number> {
  if (folder === undefined) throw new Error('Usage: npm run restore -- FOLDER')
  const env = readStoreEnv()
  const secrets = { audit_keys: loadAuditKeys(env) }
  const backup = await readManifest(folder)
  const { made_at, tables, files } = backup
  const { db, urls, close } = await openCommandDatabase('create')
  try {
    await requireEmpty(db, tables)
    await migrate(db)
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const queue = await startQueue(urls.server, log, { names: jobNames(allJobs) })
    await queue.stop()
    const storage = await openStorage(env)
    const deps = { db, storage, clock: systemClock, secrets, log }
    await restoreBackup(deps, folder, backup)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`Restored as of ${made_at}: ${rows} rows, ${files.length} files\n`)
    process.stdout.write(
      'Payouts are paused: what was sent or signed after the backup is not in it. Compare every day since with STP, then an admin resumes them.\n',
    )
    const differences = await verifyLedger(db)
    process.stdout.write(
      differences.length === 0 ? 'The ledger is balanced.\n' : 'The ledger differs: npm run ledger:verify\n',
    )
    return differences.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

await runCommand(() => run(process.argv[2]))
