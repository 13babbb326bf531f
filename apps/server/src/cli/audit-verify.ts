import { systemClock } from '../command/clock.ts'
import { loadAuditKeys } from '../config/audit-keys.ts'
import { readStoreEnv } from '../env.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { checkAudit } from '../platform/audit/checks/audit.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

/**
 * `npm run audit:verify`: checks the audit trail and prints a line for each row that was changed, removed or added.
 * Reads the whole trail, whatever was verified before. Needs AUDIT_KEY, unless DATA_DIR keeps it. Exit code 1 if there is any.
 */
await runCommand(async () => {
  const env = readStoreEnv()
  const secrets = { audit_keys: loadAuditKeys(env) }
  const { db, close } = await openCommandDatabase()
  try {
    let findings = 0
    const { checked } = await checkAudit(
      { db, storage: await openStorage(env), secrets, clock: systemClock },
      ({ text }) => {
        findings += 1
        process.stdout.write(`${text}\n`)
      },
    )
    const result = findings === 0 ? 'intact' : `${findings} ${findings === 1 ? 'finding' : 'findings'}`
    process.stdout.write(`${checked} rows: ${result}\n`)
    return findings === 0 ? 0 : 1
  } finally {
    await close()
  }
})
