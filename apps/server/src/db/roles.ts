import { randomBytes } from 'node:crypto'
import { TIME_ZONE } from '@quincena/domain/dates'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { takeLock } from './locks.ts'
import { scramVerifier } from './scram.ts'
import type { Database, Trx } from './types.ts'

/** The two users of the database: migrations run as the owner, everything else as the server's. */
export const roleNames = { owner: 'quincena_owner', server: 'quincena_server' } as const

export type RoleName = keyof typeof roleNames

/** The schema of the queue; its program makes and changes its tables itself. */
export const queueSchema = 'pgboss'

/** The schema of the tables of single months; the server's user reaches them through the tables that they are parts of. */
const monthsSchema = 'months'

/** Rows that prove what happened: the server's user reads and adds them, and changes or removes none. */
export const evidenceTables = [
  'acceptance',
  'audit',
  'audit_chain',
  'brand_logo',
  'brand_version',
  'consent',
  'ledger_entry',
  'marketing_consent',
  'sign_in_history',
  'text_version',
] as const

/** The schema of the views for reports. */
const reportingSchema = 'reporting'

/** The user of those who make reports, where `db:roles` made it: it reads the views of `reporting` and nothing else. */
export const reportingRole = 'quincena_reporting'

/**
 * What the user of reports starts with, in any database. It may change all but the number of connections for itself; what
 * it cannot do is bound by its rights.
 */
const reportingSettings = {
  default_transaction_read_only: 'on',
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
  search_path: reportingSchema,
  timezone: TIME_ZONE,
} as const
const reportingConnections = 5

/** Which migrations ran: written by the owner alone. */
const migrationTables = ['kysely_migration', 'kysely_migration_lock', 'migration_release'] as const

const listOf = (tables: readonly string[]) => sql.join(tables.map((name) => sql.id('public', name)))

/** A new password of 256 random bits, without characters that a URL would escape. */
export const newPassword = (): string => randomBytes(32).toString('hex')

/** Runs a statement for each row of a query over the catalogue; the row's text is the statement. */
async function runEach(trx: Trx, query: RawBuilder<{ statement: string }>) {
  const { rows } = await query.execute(trx)
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
}

/**
 * Gives every object of a schema that belongs to somebody else to the role. Objects of extensions stay; a column's
 * sequence follows its table.
 */
async function handOver(trx: Trx, schema: string, role: string) {
  await sql`alter schema ${sql.id(schema)} owner to ${sql.id(role)}`.execute(trx)
  const isOurs = (catalogue: string, id: string) => sql`not exists (
    select from pg_depend where classid = ${catalogue}::regclass and objid = ${sql.ref(id)} and deptype = 'e')`
  await runEach(
    trx,
    sql`select format('alter %s %s owner to %I',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        pg_class.oid::regclass, ${role}::text) as statement
      from pg_class
      where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
        and pg_get_userbyid(relowner) <> ${role} and ${isOurs('pg_class', 'pg_class.oid')}
        and not (relkind = 'S' and exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('i', 'a')))`,
  )
  await runEach(
    trx,
    sql`select format('alter routine %s owner to %I', pg_proc.oid::regprocedure, ${role}::text) as statement
      from pg_proc
      where pronamespace = ${schema}::regnamespace and pg_get_userbyid(proowner) <> ${role}
        and ${isOurs('pg_proc', 'pg_proc.oid')}`,
  )
  await runEach(
    trx,
    sql`select format('alter type %s owner to %I', pg_type.oid::regtype, ${role}::text) as statement
      from pg_type
      where typnamespace = ${schema}::regnamespace and typtype in ('e', 'd') and pg_get_userbyid(typowner) <> ${role}
        and ${isOurs('pg_type', 'pg_type.oid')}`,
  )
}

interface NewPassword {
  password: string
  /** Set it also where the user exists and has one. */
  replaces: boolean
}

/** Makes the user if it is missing; returns whether it has the password now. */
async function makeRole(trx: Trx, role: string, { password, replaces }: NewPassword): Promise<boolean> {
  const isNew = !(await hasRole(trx, role))
  if (isNew) await sql`create role ${sql.id(role)}`.execute(trx)
  if (isNew || replaces)
    await sql`alter role ${sql.id(role)} login password ${sql.lit(scramVerifier(password))}`.execute(trx)
  // Without this, the user of a managed database, who is no superuser, could not hand objects over.
  await sql`grant ${sql.id(role)} to current_user`.execute(trx)
  return isNew || replaces
}

interface Passwords extends Record<RoleName, string> {
  /** Set them also for users that exist. */
  replaces: boolean
}

/**
 * Makes both users of the connected database if they are missing, with the given passwords, and makes them the owners
 * of its objects, also of those that another user made. Needs a superuser, or the database's owner with CREATEROLE and
 * CREATEDB, without which PostgreSQL gives a database to nobody else. Running it again changes nothing but the passwords, if asked to. Returns which users have theirs.
 */
export async function prepareRoles(
  db: Kysely<Database>,
  { owner, server, replaces }: Passwords,
): Promise<Record<RoleName, boolean>> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, 'roles')
    const isSet = {
      owner: await makeRole(trx, roleNames.owner, { password: owner, replaces }),
      server: await makeRole(trx, roleNames.server, { password: server, replaces }),
    }
    // A restore makes the queue's tables as the server's user, in the transaction in which the owner makes all others.
    await sql`grant ${sql.id(roleNames.server)} to ${sql.id(roleNames.owner)}`.execute(trx)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx)
    const database = sql.id(rows[0]?.name ?? '')
    await sql`alter database ${database} owner to ${sql.id(roleNames.owner)}`.execute(trx)
    await sql`grant connect on database ${database} to ${sql.id(roleNames.server)}`.execute(trx)
    await sql`revoke create on schema public from public`.execute(trx)
    await sql`create schema if not exists ${sql.id(queueSchema)}`.execute(trx)
    await sql`create schema if not exists ${sql.id(monthsSchema)}`.execute(trx)
    await sql`create schema if not exists ${sql.id(reportingSchema)}`.execute(trx)
    await handOver(trx, 'public', roleNames.owner)
    await handOver(trx, monthsSchema, roleNames.owner)
    await handOver(trx, reportingSchema, roleNames.owner)
    await handOver(trx, queueSchema, roleNames.server)
    return isSet
  })
}

async function hasRole(trx: Trx, role: string): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(trx)
  return rows.length > 0
}

/** Gives the user of reports the views as they are now, and nothing else, if there are such a user and their schema. */
async function grantReporting(trx: Trx) {
  const found = await sql`select where to_regrole(${reportingRole}) is not null
    and to_regnamespace(${reportingSchema}) is not null`.execute(trx)
  if (found.rows.length === 0) return
  const [role, schema] = [sql.id(reportingRole), sql.id(reportingSchema)]
  await sql`revoke all on all tables in schema public from ${role}`.execute(trx)
  await sql`revoke all on all tables in schema ${schema} from ${role}`.execute(trx)
  await sql`grant usage on schema ${schema} to ${role}`.execute(trx)
  await sql`grant select on all tables in schema ${schema} to ${role}`.execute(trx)
  const { rows } = await sql<{ name: string; is_ours: boolean }>`
    select datname as name, pg_has_role(datdba, 'usage') as is_ours from pg_database
    where datname = current_database()`.execute(trx)
  const [database] = rows
  if (database?.is_ours !== true) return
  await sql`grant connect on database ${sql.id(database.name)} to ${role}`.execute(trx)
  // By default every user may make temporary tables; no program of the product does.
  await sql`revoke temporary on database ${sql.id(database.name)} from public`.execute(trx)
}

/**
 * Makes the user of reports if it is missing and gives it the views of the connected database; run after `prepareRoles`,
 * by the same user. Returns whether it has the password now. Its settings are those of its making: an operator may change them.
 */
export async function prepareReporting(db: Kysely<Database>, password: NewPassword): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, 'roles')
    const role = sql.id(reportingRole)
    const isNew = !(await hasRole(trx, reportingRole))
    const isSet = await makeRole(trx, reportingRole, password)
    if (isNew) {
      await sql`alter role ${role} connection limit ${sql.lit(reportingConnections)}`.execute(trx)
      for (const [name, value] of Object.entries(reportingSettings))
        await sql`alter role ${role} set ${sql.id(name)} = ${sql.lit(value)}`.execute(trx)
    }
    await grantReporting(trx)
    return isSet
  })
}

/**
 * Gives the server's user its rights on the tables as they are now; run by the owner after the migrations. It reads and
 * writes all tables, adds to the evidence without changing it, only reads which migrations ran, and has the tables of
 * coming months made by a function of the owner. The user of reports gets the views for reports, where there is one.
 */
export async function grantRights(db: Kysely<Database>, server: string): Promise<void> {
  const role = sql.id(server)
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'roles')
    // First everything away, also what somebody granted on single columns.
    await sql`revoke all on all tables in schema public from ${role}`.execute(trx)
    await sql`revoke all on all sequences in schema public from ${role}`.execute(trx)
    await sql`grant usage on schema public to ${role}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx)
    await sql`grant usage, select on all sequences in schema public to ${role}`.execute(trx)
    await sql`revoke update, delete on ${listOf(evidenceTables)} from ${role}`.execute(trx)
    await sql`revoke insert, update, delete on ${listOf(migrationTables)} from ${role}`.execute(trx)
    await sql`grant execute on function public.keep_message_months(date) to ${role}`.execute(trx)
    await grantReporting(trx)
  })
}

/**
 * Gives the server's user its rights on the tables that the owner makes from now on, so that a server of the earlier
 * version, whose triggers write to a new table, may do so before `grantRights` has run. Run by the owner before the
 * migrations.
 */
export async function grantFutureRights(db: Kysely<Database>, server: string): Promise<void> {
  const role = sql.id(server)
  const alter = sql`alter default privileges in schema public grant`
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'roles')
    await sql`${alter} select, insert, update, delete on tables to ${role}`.execute(trx)
    await sql`${alter} usage, select on sequences to ${role}`.execute(trx)
  })
}

/** Who the connection's user is. */
export async function currentRole(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}

/**
 * True if the connection's user could change or remove evidence, also by single columns, change the tables themselves,
 * become their owner, or make a user who could.
 */
export async function hasTooManyRights(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ excess: boolean }>`
    select current_setting('is_superuser')::boolean
      or has_schema_privilege('public', 'create')
      or (select rolcreaterole or rolbypassrls or rolreplication from pg_roles where rolname = current_user)
      or bool_or(pg_has_role((select relowner from pg_class where oid = name::regclass), 'member'))
      or bool_or(has_any_column_privilege(name, 'update'))
      or bool_or(has_table_privilege(name, 'update') or has_table_privilege(name, 'delete')
        or has_table_privilege(name, 'truncate') or has_table_privilege(name, 'trigger')) as excess
    from unnest(${sql.val([...evidenceTables])}::text[]) as name`.execute(db)
  return rows[0]?.excess !== false
}
