import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate, migrationNames } from '../src/db/migrate.ts'
import { compareVersions } from '../src/db/releases.ts'
import { createTestContext, type TestContext } from './context.ts'
import { launchServer } from './server-process.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  await sql`delete from kysely_migration where name like '9%'`.execute(ctx.superuser)
  await sql`delete from migration_release where name like '9%'`.execute(ctx.superuser)
  await sql`drop table if exists later_evidence`.execute(ctx.superuser)
})

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)
/** A version so many minor versions after this one. */
function later(minors: number): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return `${major}.${minor + minors}.0`
}

/** What a newer version leaves: an executed migration that this program does not have, and its release. */
async function migrateFurther(name: string, rule?: { release: string; runs_from: string }) {
  await sql`insert into kysely_migration values (${name}, '2026-11-21')`.execute(ctx.superuser)
  if (rule)
    await sql`insert into migration_release values (${name}, ${rule.release}, ${rule.runs_from})`.execute(
      ctx.superuser,
    )
}

const launch = () => launchServer(ctx, { settings: { LOG_LEVEL: 'warn' } })

test('each migration is recorded with its release', async () => {
  const rows = await ctx.deps.db.selectFrom('migration_release').selectAll().orderBy('name').execute()
  expect(rows.map(({ name }) => name)).toEqual((await migrationNames()).sort())
  for (const { release, runs_from } of rows)
    expect(compareVersions(runs_from, release)).toBeLessThanOrEqual(0)
  expect(rows.find(({ name }) => name.startsWith('132_'))?.release).toBe('0.1.0')
  const newest = rows.at(-1)
  expect(compareVersions(newest?.runs_from ?? '', version)).toBeLessThanOrEqual(0)
})

test('a process starts and restarts on the schema of the next minor version, and leaves its rights alone', async () => {
  await sql`create table later_evidence (id int)`.execute(ctx.superuser)
  await sql`grant select, insert on later_evidence to quincena_server`.execute(ctx.superuser)
  await migrateFurther('999_later.sql', { release: later(1), runs_from: version })
  const server = await launch().ready()
  expect((await fetch(new URL('/readyz', server.api))).status).toBe(200)
  expect(server.output()).toContain('a newer version migrated the database (999_later.sql)')
  expect(await server.end()).toBe(0)
  const { rows } =
    await sql`select has_table_privilege('quincena_server', 'later_evidence', 'delete') as may`.execute(
      ctx.superuser,
    )
  expect(rows).toEqual([{ may: false }])
})

test.each([
  [
    'of two minor versions later',
    () => migrateFurther('999_later.sql', { release: later(2), runs_from: later(1) }),
    `DATABASE_URL: version ${later(2)} migrated this database (999_later.sql), and this is version ${version}; start version ${later(1)} or later, or go back as docs/upgrading.md says\n`,
  ],
  [
    'of a version that left no record',
    () => migrateFurther('998_other.sql'),
    `DATABASE_URL: the database has the migration 998_other.sql, which version ${version} does not know; start the version that made it\n`,
  ],
])('a process refuses a schema %s with one line and exit code 78', async (_what, further, line) => {
  await further()
  const server = launch()
  await expect(server.ready()).rejects.toThrow()
  expect(server.output()).toBe(line)
  await expect(migrate(ctx.superuser)).rejects.toMatchObject({ exit_code: 78, message: line.trim() })
})

test('a database that has a newer migration and lacks one of this version is refused', async () => {
  await migrateFurther('999_later.sql', { release: later(1), runs_from: version })
  const name = '132_withdrawn_orders.sql'
  await sql`delete from kysely_migration where name = ${name}`.execute(ctx.superuser)
  await expect(migrate(ctx.superuser)).rejects.toThrow(
    /has 999_later\.sql, but lacks 132_withdrawn_orders\.sql/,
  )
  await sql`insert into kysely_migration values (${name}, '2026-11-21')`.execute(ctx.superuser)
})
