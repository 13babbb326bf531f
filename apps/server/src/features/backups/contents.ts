import { sql } from 'kysely'
import { z } from 'zod'
import { migrationNames } from '../../db/migrate.ts'
import type { Db, Trx } from '../../lib/deps.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/** `manifest.json` of a backup: what is in it, and what it must look like when it is read again. */
export const manifest = z.object({
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), rows: count, sha256 })),
  /** Where identity columns go on counting; null: they have not begun. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.number().nullable() })),
  files: z.array(z.object({ key: z.string(), bytes: count, sha256 })),
  /** Named by a row, not found in the storage: a picture that was changed meanwhile, or a loss. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifest>
export type TableName = Pick<Manifest['tables'][number], 'schema' | 'name'>

/** A table's rows, one a line, as JSON strings of PostgreSQL's own text of a row: every type survives it whole. */
export const fileOf = ({ schema, name }: TableName) => `${schema}.${name}.rows`

/** What is ours, and the jobs that wait. */
export async function listTables(db: Db | Trx): Promise<TableName[]> {
  const { rows } = await sql<TableName>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where (nspname = 'public' and relkind = 'r' and relname not like 'kysely\\_%')
      or (nspname = 'pgboss' and relname = 'job')
    order by 1, 2`.execute(db)
  return rows
}

/** Every table of the database, but for what migrations and the queue keep of themselves. */
export async function listAllTables(db: Db | Trx): Promise<TableName[]> {
  const { rows } = await sql<TableName>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname <> 'information_schema' and nspname not like 'pg\\_%'
      and not (nspname = 'public' and relname like 'kysely\\_%')
      and not (nspname = 'pgboss' and relname <> 'job')
    order by 1, 2`.execute(db)
  return rows
}

export const tableOf = ({ schema, name }: TableName) => sql`${sql.id(schema, name)}`

/** The schema of a backup is this program's own: of another version, that version restores it and this one migrates. */
export const ownMigrations = async () => (await migrationNames()).sort()
