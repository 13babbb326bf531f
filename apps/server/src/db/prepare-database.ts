import { type Kysely, sql } from 'kysely'
import { awaitDatabase, connect, idleLimitMs } from './connect.ts'
import { orDatabaseFault } from './database-fault.ts'
import { takeLock } from './locks.ts'
import { migrate } from './migrate.ts'
import { currentRole, grantFutureRights, grantRights, hasTooManyRights } from './roles.ts'
import type { Database } from './types.ts'

/** The addresses of one database, for its two users; both the same where there is one user only. */
export interface DatabaseUrls {
  server: string
  owner: string
}

async function withConnection<T>(url: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Migrates the database as its owner and gives the server's user its rights. Warns if that user could change evidence.
 * Throws a `SettingsError` if the database refuses one of the users or does not answer within 60 s.
 */
export async function prepareDatabase(
  { server, owner }: DatabaseUrls,
  log: { warn: (line: string) => void },
): Promise<void> {
  const role = await withConnection(server, async (db) => {
    await orDatabaseFault(awaitDatabase(db, log))
    return currentRole(db)
  })
  await withConnection(owner, async (db) => {
    const variable = server === owner ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
    if (server !== owner) await orDatabaseFault(grantFutureRights(db, role), variable)
    const { unknown } = await orDatabaseFault(migrate(db), variable)
    if (unknown.length > 0)
      return log.warn(
        `a newer version migrated the database (${unknown.join(', ')}); start that version again soon`,
      )
    // Only of a schema that it knows: evidence in a newer table must not be opened to changes.
    if (server !== owner) await orDatabaseFault(grantRights(db, role), variable)
  })
  const isPowerful = await withConnection(server, hasTooManyRights)
  if (isPowerful)
    log.warn(`DATABASE_URL: ${role} could change the audit trail and the ledger; run npm run db:roles`)
}

/**
 * Gives the server's user its limits by a setting of the role in this database, for connections through a pooler, which
 * takes none from the connection. `url` leads to the database itself.
 */
export async function limitRole(url: string, statement_limit_ms: number): Promise<void> {
  const limits = {
    statement_timeout: statement_limit_ms,
    idle_in_transaction_session_timeout: idleLimitMs,
  }
  await withConnection(url, (db) =>
    db.transaction().execute(async (trx) => {
      // Several processes start at once, and PostgreSQL refuses to change one role twice at the same time.
      await takeLock(trx, 'roles')
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx)
      const database = sql.id(rows[0]?.name ?? '')
      for (const [name, limit_ms] of Object.entries(limits))
        await sql`alter role current_user in database ${database} set ${sql.id(name)} = ${sql.lit(limit_ms)}`.execute(
          trx,
        )
    }),
  )
}
