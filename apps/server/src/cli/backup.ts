import { systemClock } from '../command/clock.ts'
import { readStoreEnv } from '../env.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { writeBackup } from '../office/backups/commands/write-backup.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

/**
 * `npm run backup`: writes a full backup to BACKUP_URL or DATA_DIR/backups and prints its place, and the names of those that
 * it removed (BACKUP_KEEP_DAYS). Exit code 1 if a file is missing.
 */
await runCommand(async () => {
  const env = readStoreEnv()
  const { db, close } = await openCommandDatabase()
  try {
    const { place, manifest, removed } = await writeBackup({
      db,
      env,
      clock: systemClock,
      storage: await openStorage(env),
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`${place}\n${rows} rows, ${manifest.files.length} files\n`)
    for (const name of removed) process.stdout.write(`Removed: ${name}\n`)
    for (const key of manifest.missing) process.stderr.write(`Not found: ${key}\n`)
    return manifest.missing.length === 0 ? 0 : 1
  } finally {
    await close()
  }
})
