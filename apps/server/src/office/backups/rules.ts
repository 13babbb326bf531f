import { addDays, addMonths, businessDay, type Day } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { z } from 'zod'
import { migrationNames } from '../../db/migrate.ts'
import type { Db, Trx } from '../../db/types.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/** `manifest.json` of a backup: its tables and files with their SHA-256, by which a restore checks them. */
export const manifest = z.object({
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), rows: count, sha256 })),
  /** Last value of each sequence; null if it was never used. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.number().nullable() })),
  files: z.array(z.object({ key: z.string(), bytes: count, sha256 })),
  /** Storage keys in rows whose file was not found: a picture that changed during the backup, or a lost file. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifest>
export type TableName = Pick<Manifest['tables'][number], 'schema' | 'name'>

/**
 * File name of a table's rows: one JSON string per line, with PostgreSQL's text of the row, which preserves every type
 * exactly.
 */
export const fileOf = ({ schema, name }: TableName) => `${schema}.${name}.rows`

/** Path of a stored file by its storage key. */
export const filePathOf = (key: string) => `files/${key}`

/**
 * The tables of a backup: the application's own, and the queue's jobs. Unlogged ones hold nothing that lasts; the rows of a
 * month's table are those of the table that it is a part of.
 */
export async function listTables(db: Db | Trx): Promise<TableName[]> {
  const { rows } = await sql<TableName>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relpersistence <> 'u' and not relispartition
      and ((nspname = 'public' and relkind in ('r', 'p') and relname not like 'kysely\\_%')
      or (nspname = 'pgboss' and relname = 'job'))
    order by 1, 2`.execute(db)
  return rows
}

/** Every table of the database, except unlogged ones, parts of others and the bookkeeping tables of migrations and of the queue. */
export async function listAllTables(db: Db | Trx): Promise<TableName[]> {
  const { rows } = await sql<TableName>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and relpersistence <> 'u' and not relispartition
      and nspname <> 'information_schema' and nspname not like 'pg\\_%'
      and not (nspname = 'public' and relname like 'kysely\\_%')
      and not (nspname = 'pgboss' and relname <> 'job')
    order by 1, 2`.execute(db)
  return rows
}

export const tableOf = ({ schema, name }: TableName) => sql`${sql.id(schema, name)}`

/**
 * Names of this version's migrations, sorted. A backup must have the same: one of another version is restored by that
 * version and then migrated by this one.
 */
export const ownMigrations = async () => (await migrationNames()).sort()

/** The name of a backup: the instant at which it began, without characters that a path cannot have. */
export const nameOf = (made_at: string) => made_at.replaceAll(':', '-')

/** The business day of a backup by its name; undefined for another folder or object. */
function dayOf(name: string): Day | undefined {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d(?:\.\d+)?Z)(?:\.part)?$/.exec(name)
  return parts === null ? undefined : businessDay(parts.slice(1).join(':'))
}

/** Backups of the last months are kept besides those of the last days. */
const keptMonths = 12
/** After so many days nothing writes to an incomplete backup any more. */
const partDays = 2

interface Found {
  name: string
  is_complete: boolean
}

/**
 * The backups that are no longer kept on a day. Kept are the newest one of all, the newest of each of the last `keep_days`
 * days, and the newest of each of the last 12 months. What was interrupted goes after two days; folders with other names
 * stay.
 */
export function expiredBackups(
  found: readonly Found[],
  { today, keep_days }: { today: Day; keep_days: number },
) {
  const dated = found.flatMap(({ name, is_complete }) => {
    const day = dayOf(name)
    return day === undefined ? [] : [{ name, is_complete, day }]
  })
  const complete = dated
    .filter(({ is_complete }) => is_complete)
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
  const [firstDay, firstMonth] = [addDays(today, 1 - keep_days), addMonths(today, 1 - keptMonths).slice(0, 7)]
  const seen = new Set<string>()
  const isNew = (period: string) => !seen.has(period) && seen.add(period).has(period)
  const expired = complete.filter(({ day }, place) => {
    const [isOfDay, isOfMonth] = [isNew(day), isNew(day.slice(0, 7))]
    const isKept = (isOfDay && day >= firstDay) || (isOfMonth && day.slice(0, 7) >= firstMonth)
    return place > 0 && !isKept
  })
  const left = dated.filter(({ is_complete, day }) => !is_complete && day <= addDays(today, -partDays))
  return [...expired, ...left].map(({ name }) => name).sort()
}

/** The name of the newest complete backup; undefined if there is none. */
export const newestOf = (found: readonly Found[]): string | undefined =>
  found
    .filter(({ name, is_complete }) => is_complete && dayOf(name) !== undefined)
    .map(({ name }) => name)
    .sort()
    .at(-1)
