import { sql } from 'kysely'
import { systemClock } from '../../command/clock.ts'
import { startEvents } from '../../command/event-bus.ts'
import { loadAuditKeys } from '../../config/audit-keys.ts'
import { type Closer, closeAll } from '../../config/close-all.ts'
import { migrationNames } from '../../db/migrate.ts'
import type { Db } from '../../db/types.ts'
import type { CommandLineDeps } from '../../deps.ts'
import { readStoreEnv } from '../../env.ts'
import { startQueue } from '../../jobs/queue.ts'
import { openNoticeTexts } from '../../people/texts/queries/notice-texts.ts'
import { openBrand } from '../../platform/brand/queries/brand-in-force.ts'
import { openCommandDatabase } from '../open-database.ts'

const warnOf = (details: unknown, message?: string) =>
  void process.stderr.write(`${message ?? String(details)}\n`)
const log = { warn: warnOf, error: warnOf }

/** Throws unless the database has exactly the migrations of this version: a command would change what it does not know. */
async function requireSameVersion(db: Db) {
  const { rows: tables } = await sql<{ known: boolean }>`
    select to_regclass('kysely_migration') is not null as known`.execute(db)
  if (tables[0]?.known !== true) throw new Error('The database is empty: start the server once.')
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const own = new Set(await migrationNames())
  if (applied.symmetricDifference(own).size > 0)
    throw new Error('The database is of another version: use the program of the version that runs.')
}

/** Opens what the commands need, beside a running server or without one. */
export async function openDeps(): Promise<{ deps: CommandLineDeps; close: () => Promise<void> }> {
  const secrets = { audit_keys: loadAuditKeys(readStoreEnv()) }
  const closers: Closer[] = []
  const close = () => closeAll(closers, (error) => warnOf(error))
  try {
    const { db, urls, close: closeDatabase } = await openCommandDatabase()
    closers.push(closeDatabase)
    await requireSameVersion(db)
    const events = await startEvents(urls.server, log)
    closers.push(events.stop)
    const names = ['send-mail', 'mail-link', 'send-push'] as const
    const queue = await startQueue(urls.server, log, { names, works: false })
    closers.push(queue.stop)
    const brand = await openBrand({ db, clock: systemClock, events, log })
    const texts = await openNoticeTexts({ db, clock: systemClock, brand })
    // The notices of these commands are mailed, and never sent as an SMS.
    const deps = { db, clock: systemClock, events, queue, texts, secrets, messenger: null }
    return { deps, close }
  } catch (error) {
    await close()
    throw error
  }
}
