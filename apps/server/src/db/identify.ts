import { sql } from 'kysely'
import { SettingsError } from '../config/settings-error.ts'
import { reasonOf } from './database-fault.ts'
import { walPosition } from './positions.ts'
import type { Db } from './types.ts'

/** No right to call the function, or a service that does not have it. */
const refusals = new Set(['42501', '42883', '0A000'])

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && refusals.has(String(error.code))

/** The number that a primary shares with its replicas; undefined if the server does not tell it. */
export async function systemIdentifierOf(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ identifier: string }>`
      select system_identifier::text as identifier from pg_control_system()`.execute(db)
    return rows[0]?.identifier
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/**
 * The identifier of the primary for `openReads`; undefined, with a warning, if it does not tell it. Throws
 * `SettingsError` if it does not tell the position of its log, without which no replica can be read.
 */
export async function identifyPrimary(
  db: Db,
  log: { warn: (line: string) => void },
): Promise<string | undefined> {
  try {
    await sql`select ${walPosition}`.execute(db)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new SettingsError([
      `DATABASE_REPLICA_URL: the primary does not tell the position of its log (${reasonOf(error)}); leave the setting out`,
    ])
  }
  const identifier = await systemIdentifierOf(db)
  if (identifier === undefined)
    log.warn('DATABASE_REPLICA_URL: whether it leads to a replica of DATABASE_URL cannot be checked')
  return identifier
}
