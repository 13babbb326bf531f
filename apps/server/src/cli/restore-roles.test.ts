import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { completeSettings } from '../../test/complete-settings.ts'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeActiveLoan } from '../../test/loans.ts'
import { startProgram } from '../../test/program.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { contractOf } from '../../test/signed-contract.ts'
import { connect } from '../db/connect.ts'
import { hasTooManyRights, roleNames } from '../db/roles.ts'
import type { Db } from '../db/types.ts'

const databases = inject('databases')
let ctx: TestContext
let folder: string
let backups: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  folder = await mkdtemp(join(tmpdir(), 'quincena-restored-'))
  backups = {
    BACKUP_URL: pathToFileURL(join(folder, 'vault')).href,
    BACKUP_KEY: 'a key of backups of 32 characters',
  }
  const { storage_key } = await contractOf(ctx, (await makeActiveLoan(ctx)).loan.id)
  await ctx.deps.storage.put(storage_key, Buffer.from('%PDF contract'), 'application/pdf')
  await ctx.deps.db.transaction().execute((trx) => ctx.deps.queue.send(trx, 'write-backup', {}))
  const { database_url = '', data_dir } = ctx.deps.env
  const made = await run('backup', { DATABASE_URL: database_url, DATA_DIR: data_dir, ...backups })
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/^file:\/\/.*Z\n\d+ rows, \d+ files\n$/) })
})

const names: string[] = []
const roles: string[] = []
afterAll(async () => {
  const admin = connect(`${databases.url}postgres`, { max: 1 })
  for (const name of names) await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
  for (const name of roles) await sql`drop role ${sql.id(name)}`.execute(admin)
  await admin.destroy()
  await rm(folder, { recursive: true, force: true })
})

async function run(name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  const command = startProgram([fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), ...args], env)
  return { code: await command.ended(), output: command.output() }
}

/** An empty database of an owner who is no superuser, as `create database ... owner` makes it. */
async function emptyDatabase(owner: string = roleNames.owner): Promise<string> {
  const name = `t_owned_${randomBytes(4).toString('hex')}`
  await sql`create database ${sql.id(name)} owner ${sql.id(owner)}`.execute(ctx.superuser)
  names.push(name)
  return name
}

const urlsOf = (name: string, owner_url = databases.owner_url) => ({
  DATABASE_URL: `${databases.server_url}${name}`,
  DATABASE_OWNER_URL: `${owner_url}${name}`,
})

function restore(urls: Record<string, string>, changed: Record<string, string> = {}) {
  const AUDIT_KEY = ctx.deps.secrets.audit_keys.join(',')
  return run('restore', { ...urls, ...backups, DATA_DIR: folder, AUDIT_KEY, ...changed }, 'newest')
}

async function onDatabase<T>(name: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(`${databases.url}${name}`, { max: 1 })
  return work(db).finally(() => db.destroy())
}

const linesOf = async (db: Db, query: ReturnType<typeof sql<{ line: string }>>) =>
  (await query.execute(db)).rows.map(({ line }) => line)

/** Everything that a database has of its own, with its owner. */
const objectsOf = (name: string) =>
  onDatabase(name, (db) =>
    linesOf(
      db,
      sql`select format('%s %s %s', relkind, pg_class.oid::regclass, pg_get_userbyid(relowner)) as line
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname not like 'pg\_%' and nspname <> 'information_schema'
        union select format('schema %s %s', nspname, pg_get_userbyid(nspowner)) from pg_namespace
        where nspname not like 'pg\_%' and nspname not in ('information_schema', 'public') order by 1`,
    ),
  )

/** Triggers, with whether they fire, and foreign keys. */
const checksOf = (name: string) =>
  onDatabase(name, (db) =>
    linesOf(
      db,
      sql`select tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid) as line from pg_trigger
        join pg_class on pg_class.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace
        union select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
    ),
  )

test('the owner of an empty database restores a backup, and the server starts as its own user', async () => {
  const name = await emptyDatabase()
  const restored = await restore(urlsOf(name))
  expect(restored).toEqual({
    code: 0,
    output: expect.stringMatching(/^Restored as of .*\nThe ledger is balanced\.\n$/s),
  })
  const original = new URL(ctx.superuser_url).pathname.slice(1)
  expect(await checksOf(name)).toEqual(await checksOf(original))
  expect(await objectsOf(name)).toEqual(await objectsOf(original))
  const jobs = await onDatabase(name, (db) =>
    linesOf(db, sql`select name as line from pgboss.job where state = 'created'`),
  )
  expect(jobs.sort()).toEqual(['seal-contract', 'write-backup'])

  const server = await startServerProcess(ctx, {
    settings: { ...completeSettings(ctx), ...urlsOf(name), LOG_LEVEL: 'warn', DATA_DIR: folder },
  })
  expect((await fetch(new URL('/readyz', server.api))).status).toBe(200)
  expect(await server.end()).toBe(0)
  expect(server.output()).not.toContain('DATABASE_')
  const user = connect(urlsOf(name).DATABASE_URL, { max: 1 })
  expect(await hasTooManyRights(user).finally(() => user.destroy())).toBe(false)
  const reports = connect(`${databases.reporting_url}${name}`, { max: 1 })
  const loans = await sql`select state from reporting.loans`.execute(reports)
  expect(loans.rows).toEqual([{ state: 'active' }])
  await expect(sql`select from public.loan`.execute(reports)).rejects.toThrow(/permission denied/)
  await reports.destroy()
})

test('a refused restore leaves nothing in the database', async () => {
  const name = await emptyDatabase()
  const refused = await restore(urlsOf(name), { AUDIT_KEY: 'another key of the audit trail of 32 or more' })
  expect(refused).toEqual({ code: 78, output: 'AUDIT_KEY: did not sign this backup; set the former one\n' })
  expect(await objectsOf(name)).toEqual([])
  const unread = await restore(urlsOf(name), { BACKUP_KEY: 'another key of backups of 32 or more' })
  expect(unread.output).toMatch(/manifest\.json, part 0: was altered, or BACKUP_KEY is not the one/)
  expect(await objectsOf(name)).toEqual([])
})

test('rows that lack what they name are restored and reported', async () => {
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into feedback (user_id, level, message, created_at) values (999999, 'low', 'x', now())`.execute(
      trx,
    )
  })
  const { database_url = '', data_dir } = ctx.deps.env
  const broken = { ...backups, BACKUP_URL: `${backups.BACKUP_URL}-broken` }
  await run('backup', { DATABASE_URL: database_url, DATA_DIR: data_dir, ...broken })
  const name = await emptyDatabase()
  const restored = await restore(urlsOf(name), broken)
  expect(restored).toEqual({
    code: 1,
    output: expect.stringMatching(
      /\nRows lack what feedback_user_id_fkey of feedback leads to; .*\nThe ledger is balanced\.\n$/,
    ),
  })
})

test('an owner who may not act as the server’s user is refused in one line', async () => {
  const role = `t_owner_${randomBytes(4).toString('hex')}`
  const url = new URL(databases.owner_url)
  await sql`create role ${sql.id(role)} login password ${sql.lit(url.password)}`.execute(ctx.superuser)
  roles.push(role)
  const name = await emptyDatabase(role)
  url.username = role
  const refused = await restore(urlsOf(name, url.href))
  const line = `DATABASE_OWNER_URL: its user may not act as ${roleNames.server}; run npm run db:roles once more\n`
  expect(refused).toEqual({ code: 78, output: line })
  expect(await objectsOf(name)).toEqual([])
})

test('names the backups that there are where the wanted one is missing', async () => {
  const { database_url = '' } = ctx.deps.env
  const AUDIT_KEY = ctx.deps.secrets.audit_keys.join(',')
  const env = { DATABASE_URL: database_url, DATA_DIR: folder, AUDIT_KEY, ...backups }
  const missing = await run('restore', env, '2026-01-01T00-00-00Z')
  expect(missing).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no backup 2026-01-01T00-00-00Z; there are: \d{4}-.*Z\n$/),
  })
})
