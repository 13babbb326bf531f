import { systemClock } from '../command/clock.ts'
import { loadAuditKeys } from '../config/audit-keys.ts'
import { connect } from '../db/connect.ts'
import { orDatabaseFault } from '../db/database-fault.ts'
import { currentRole } from '../db/roles.ts'
import { readStoreEnv } from '../env.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { verifyLedger } from '../lending/ledger/queries.ts'
import { readManifest, restoreBackup } from '../office/backups/commands/restore-backup.ts'
import { openBackup } from './open-backup.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

/**
 * `npm run restore -- BACKUP`: restores a backup (a folder, a name in the store of backups, or `newest`) into an empty
 * database (a new DATA_DIR, or an empty DATABASE_URL), before the first start of the server. Works as the user of
 * DATABASE_OWNER_URL. Needs AUDIT_KEY. Exit code 1 if the restore was refused rows lack what their keys lead to, or the
 * restored ledger is not balanced.
 */
async function run(wanted: string | undefined): Promise<number> {
  if (wanted === undefined) throw new Error('Usage: npm run restore -- FOLDER, NAME or newest')
  const env = readStoreEnv()
  const secrets = { audit_keys: loadAuditKeys(env) }
  const backup = await openBackup(env, wanted)
  const read = await readManifest(backup)
  const { made_at, tables, files } = read
  const { db: server, urls, close } = await openCommandDatabase('create')
  // Each statement of a restore runs once, and those of the migrations are several in one text.
  const db = connect(urls.owner, { max: 2, names_statements: false })
  try {
    const [user, owner] = [
      await currentRole(server),
      await orDatabaseFault(currentRole(db), 'DATABASE_OWNER_URL'),
    ]
    const storage = await openStorage(env)
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const deps = { db, storage, clock: systemClock, secrets, log }
    const restoring = restoreBackup(deps, backup, { read, server: user === owner ? null : user })
    const { broken_keys } = await orDatabaseFault(restoring, 'DATABASE_OWNER_URL')
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`Restored as of ${made_at}: ${rows} rows, ${files.length} files\n`)
    process.stdout.write(
      'Payouts are paused: what was sent or signed after the backup is not in it. Compare every day since with STP, then an admin resumes them.\n',
    )
    for (const key of broken_keys)
      process.stdout.write(
        `Rows lack what ${key} leads to; they are restored, and only new rows are checked.\n`,
      )
    const differences = await verifyLedger(db)
    process.stdout.write(
      differences.length === 0 ? 'The ledger is balanced.\n' : 'The ledger differs: npm run ledger:verify\n',
    )
    return differences.length === 0 && broken_keys.length === 0 ? 0 : 1
  } finally {
    await db.destroy()
    await close()
  }
}

await runCommand(() => run(process.argv[2]))
