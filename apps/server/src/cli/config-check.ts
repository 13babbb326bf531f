// Checks the settings without starting: `npm run config:check`. Prints a line for each fault (exit code 78) and a warning
// for each service that does not answer; beside a running server too.
import { spanish } from '@quincena/domain/spanish'
import { sql } from 'kysely'
import { z } from 'zod'
import { systemClock } from '../command/clock.ts'
import { checkSettings } from '../config/check-settings.ts'
import { SettingsError } from '../config/settings-error.ts'
import { warnOfUnusable } from '../config/warn-unreachable.ts'
import { connect } from '../db/connect.ts'
import { orDatabaseFault } from '../db/database-fault.ts'
import { type Env, parseEnv } from '../env.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { runCommand } from './run-cli.ts'

let warnings = 0

function warn(line: string) {
  warnings += 1
  process.stdout.write(`warning: ${line}\n`)
}

const log = {
  warn: (details: unknown, message?: string) => warn(message ?? String(details)),
}

const connectLimitMs = 5000

/** Asks a database once; one that does not answer is a warning, because it may start later. */
async function checkDatabase(name: string, { url, is_pooled }: { url: string; is_pooled: boolean }) {
  const db = connect(url, { max: 1, connect_limit_ms: connectLimitMs, is_pooled })
  try {
    await orDatabaseFault(sql`select 1`.execute(db), name)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const isAway = error.exit_code !== new SettingsError([]).exit_code
    if (!isAway) throw error
    for (const line of error.faults) warn(line)
  } finally {
    await db.destroy()
  }
}

function databasesOf(env: Env): [string, string | undefined][] {
  return [
    ['DATABASE_URL', env.database_url],
    ['DATABASE_DIRECT_URL', env.is_pooled ? env.database_direct_url : undefined],
    [
      'DATABASE_OWNER_URL',
      env.database_owner_url === env.database_direct_url ? undefined : env.database_owner_url,
    ],
    ['DATABASE_REPLICA_URL', env.database_replica_url],
  ]
}

await runCommand(async () => {
  const parsed = parseEnv()
  z.config(spanish)
  const env = await checkSettings(parsed, { listens: false })
  for (const [name, url] of databasesOf(env)) {
    const is_pooled = env.is_pooled && name === 'DATABASE_URL'
    if (url !== undefined) await checkDatabase(name, { url, is_pooled })
  }
  await warnOfUnusable({ env, storage: await openStorage(env), clock: systemClock, log })
  const kind = env.demo ? 'demo' : 'production'
  process.stdout.write(`The settings (${kind}) are usable; warnings: ${warnings}.\n`)
  return 0
})
