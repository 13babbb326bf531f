import { formatDateTime } from '@quincena/domain/format'
import { sql } from 'kysely'
import { migrationNames } from '../../../db/migrate.ts'
import { findLastBackup } from '../../backups/queries.ts'
import type { HealthCheck } from './health-check.ts'

const slowMs = 250

interface Facts {
  version: string
  size_mb: number
  connections: number
}

/** Checks that the database answers within 250 ms and has every migration; reports size, connections, last backup. */
export const checkDatabase: HealthCheck = async ({ db }, { step }) => {
  const begun = performance.now()
  const facts = await step('connect', () =>
    sql<Facts>`select current_setting('server_version') as version,
      round(pg_database_size(current_database()) / 1048576.0)::int as size_mb,
      (select count(*) from pg_stat_activity where datname = current_database())::int as connections`.execute(
      db,
    ),
  )
  const took_ms = performance.now() - begun
  const { applied, missing } = await step('migrations', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const known = new Set(rows.map(({ name }) => name))
    const names = await migrationNames()
    return { applied: known.size, missing: names.filter((name) => !known.has(name)) }
  })
  const [row] = facts.rows
  const backup = await findLastBackup(db)
  return {
    finding:
      missing.length > 0 ? 'database_migrations' : took_ms > slowMs ? 'database_slow' : 'database_good',
    facts: [
      { fact: 'database_version', value: row?.version ?? null },
      { fact: 'migrations', value: applied },
      { fact: 'size_mb', value: row?.size_mb ?? null },
      { fact: 'connections', value: row?.connections ?? null },
      { fact: 'backup', value: backup === null ? 'nunca' : formatDateTime(backup) },
    ],
    ...(missing.length > 0 && { detail: missing.join(', ') }),
  }
}
