import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeWorker } from '../../test/factories.ts'
import { startProgram } from '../../test/program.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { limitRole, prepareDatabase } from './prepare-database.ts'
import { evidenceTables, grantFutureRights, grantRights, hasTooManyRights, roleNames } from './roles.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
  await makeWorker(ctx)
})

/** Runs work on a connection of a test's database as the prefix's user. */
async function asUser<T>(
  prefix: string,
  database: string,
  work: (db: ReturnType<typeof connect>) => Promise<T>,
) {
  const db = connect(`${prefix}${database}`, { max: 1 })
  return work(db).finally(() => db.destroy())
}

const databases = inject('databases')
const own = () => new URL(ctx.superuser_url).pathname.slice(1)

test.each(evidenceTables)(
  'the server’s user reads %s and adds to it, and changes, removes and empties nothing',
  async (table) => {
    const { db } = ctx.deps
    const name = sql.table(table)
    await sql`select count(*) from ${name}`.execute(db)
    const [column] = (
      await sql<{ column_name: string }>`select column_name from information_schema.columns
    where table_name = ${table} and is_identity = 'NO' limit 1`.execute(db)
    ).rows
    const field = sql.ref(column?.column_name ?? '')
    for (const change of [
      sql`update ${name} set ${field} = ${field}`,
      sql`delete from ${name}`,
      sql`truncate ${name} cascade`,
      sql`alter table ${name} disable trigger user`,
      sql`drop table ${name} cascade`,
      sql`create trigger any_name after insert on ${name} for each row execute function refuse_change()`,
    ])
      await expect(change.execute(db)).rejects.toThrow(/permission denied|must be owner/)
    const may = await sql<{
      insert: boolean
    }>`select has_table_privilege(${table}, 'insert') as insert`.execute(db)
    expect(may.rows).toEqual([{ insert: true }])
  },
)

test('the server’s user changes no schema, no user and no record of the migrations, and skips no trigger', async () => {
  for (const change of [
    sql`create table mine (id int)`,
    sql`create schema mine`,
    sql`create role mine`,
    sql`alter role ${sql.id(roleNames.server)} superuser`,
    sql`set role ${sql.id(roleNames.owner)}`,
    sql`set session_replication_role = replica`,
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    sql`delete from kysely_migration`,
    sql`insert into kysely_migration values ('x', 'y')`,
    sql`copy app_user to program 'cat'`,
  ])
    await expect(change.execute(ctx.deps.db)).rejects.toThrow(
      /permission denied|must be owner|must be superuser/i,
    )
})

test('only the server’s user has no more rights than it needs', async () => {
  const answers = [databases.url, databases.owner_url, databases.server_url].map((prefix) =>
    asUser(prefix, own(), hasTooManyRights),
  )
  expect(await Promise.all(answers)).toEqual([true, true, false])
})

const databaseNames: string[] = []
const users: string[] = []
afterAll(async () => {
  const admin = connect(`${databases.url}postgres`, { max: 1 })
  for (const name of databaseNames) await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
  for (const name of users) await sql`drop role if exists ${sql.id(name)}`.execute(admin)
  await admin.destroy()
})

async function emptyDatabase() {
  const name = `t_roles_${randomBytes(4).toString('hex')}`
  await sql`create database ${sql.id(name)}`.execute(ctx.superuser)
  databaseNames.push(name)
  return name
}

const program = fileURLToPath(new URL('../cli/db-roles.ts', import.meta.url))

async function dbRoles(env: Record<string, string>) {
  const command = startProgram([program], env)
  return { code: await command.ended(), output: command.output() }
}

test('db:roles takes over a database that another user made, twice without a change, and names no kept password', async () => {
  const name = await emptyDatabase()
  await asUser(databases.url, name, migrate)
  const admin = { DATABASE_ADMIN_URL: `${databases.url}${name}` }
  const first = await dbRoles(admin)
  // The users exist, because the tests' databases have them too: their passwords stay.
  const address = new URL(`${databases.url}${name}`).host
  const lines = [
    `DATABASE_URL=postgres://quincena_server@${address}/${name}  (its password stays)`,
    `DATABASE_OWNER_URL=postgres://quincena_owner@${address}/${name}  (its password stays)`,
    `# reports: postgres://quincena_reporting@${address}/${name}  (its password stays)`,
  ]
  expect(first).toEqual({ code: 0, output: `${lines.join('\n')}\n` })
  expect(await dbRoles(admin)).toEqual(first)

  const owners = await asUser(databases.url, name, (db) =>
    sql<{
      schema: string
      owner: string
    }>`select distinct nspname as schema, pg_get_userbyid(relowner) as owner
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'pgboss', 'months', 'reporting') and relkind in ('r', 'p', 'v', 'S') order by 1`.execute(
      db,
    ),
  )
  expect(owners.rows).toEqual([
    { schema: 'months', owner: roleNames.owner },
    { schema: 'public', owner: roleNames.owner },
    { schema: 'reporting', owner: roleNames.owner },
  ])
  await asUser(databases.owner_url, name, (db) => grantRights(db, roleNames.server))
  expect(await asUser(databases.server_url, name, hasTooManyRights)).toBe(false)
  // The owner migrates further.
  await asUser(databases.owner_url, name, async (db) => {
    await sql`alter table company add column any_name text`.execute(db)
    await sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`.execute(
      db,
    )
  })
})

/** A user of the database with the server's rights and a change by the superuser; whether it has too many. */
async function warnings(change: (role: string) => string[]) {
  const name = await emptyDatabase()
  await asUser(databases.url, name, migrate)
  await dbRoles({ DATABASE_ADMIN_URL: `${databases.url}${name}` })
  const role = `t_user_${randomBytes(4).toString('hex')}`
  users.push(role)
  const url = new URL(`${databases.server_url}${name}`)
  await sql`create role ${sql.id(role)} login noinherit password ${sql.lit(url.password)}`.execute(
    ctx.superuser,
  )
  url.username = role
  const owner = `${databases.owner_url}${name}`
  await asUser(databases.owner_url, name, (db) => grantRights(db, role))
  const run = () => asUser(url.href, '', hasTooManyRights)
  expect(await run()).toBe(false)
  await asUser(databases.url, name, async (db) => {
    for (const statement of change(role)) await sql.raw(statement).execute(db)
  })
  const isPowerful = await run()
  const lines: string[] = []
  await prepareDatabase({ server: url.href, owner }, { warn: (line) => lines.push(line) })
  return { isPowerful, lines: lines.map((line) => line.replace(role, 'ROLE')) }
}

const warning = 'DATABASE_URL: ROLE could change the audit trail and the ledger; run npm run db:roles'

test.each([
  ['a member of the owner', (role: string) => `grant ${roleNames.owner} to ${role}`],
  ['who makes users', (role: string) => `alter role ${role} createrole`],
  ['who skips row security', (role: string) => `alter role ${role} bypassrls`],
  ['who replicates', (role: string) => `alter role ${role} replication`],
])('warns of a user %s', async (_who, change) => {
  expect(await warnings((role) => [change(role)])).toEqual({ isPowerful: true, lines: [warning] })
})

test('takes rights on single columns and on sequences away, which it finds before', async () => {
  const change = (role: string) => [
    `grant update (action) on audit to ${role}`,
    `grant update on sequence audit_id_seq to ${role}`,
  ]
  expect(await warnings(change)).toEqual({ isPowerful: true, lines: [] })
})

test('db:roles needs an address whose user may make users', async () => {
  const none = await dbRoles({})
  expect(none).toEqual({ code: 78, output: expect.stringMatching(/^DATABASE_ADMIN_URL: is missing/) })
  const weak = await dbRoles({ DATABASE_ADMIN_URL: `${databases.server_url}${own()}` })
  expect(weak.code).toBe(78)
  expect(weak.output).toMatch(/^DATABASE_ADMIN_URL: .+; name a superuser, .+CREATEDB\n$/)
})

test('behind a pooler the server’s user has its limits from its role, also when several processes set them at once', async () => {
  const url = `${databases.server_url}${own()}`
  await Promise.all(Array.from({ length: 4 }, () => limitRole(url, 61_000)))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  await client.end()
  expect(rows).toEqual([{ statement: '61s', idle: '1min' }])
})

test('a table that a migration makes is open to the server’s user at once', async () => {
  const database = own()
  await asUser(databases.owner_url, database, (db) => grantFutureRights(db, roleNames.server))
  await asUser(databases.owner_url, database, (db) => sql`create table made_later (id int)`.execute(db))
  await asUser(databases.server_url, database, (db) => sql`insert into made_later values (1)`.execute(db))
  await asUser(databases.owner_url, database, (db) => sql`drop table made_later`.execute(db))
})
