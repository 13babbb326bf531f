import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from './connect.ts'
import { plannedAnew } from './prepare-statements.ts'
import type { Database } from './types.ts'
import { isUnavailable } from './unavailable.ts'

const database = `t_${randomBytes(6).toString('hex')}`
const prefix = inject('databases').url
let admin: Kysely<Database>
let db: Kysely<Database>

beforeAll(async () => {
  admin = connect(`${prefix}postgres`, { max: 1 })
  await sql.raw(`create database ${database}`).execute(admin)
  db = connect(`${prefix}${database}`, { max: 1, statement_limit_ms: 7000 })
  await sql`create table pair (id int primary key, name text)`.execute(db)
  await sql`insert into pair select n, 'name ' || n from generate_series(1, 100) n`.execute(db)
})

afterAll(async () => {
  await db.destroy()
  await sql.raw(`drop database ${database}`).execute(admin)
  await admin.destroy()
})

/** The prepared statements of the one connection whose text contains a word. */
async function preparedWith(connection: Kysely<Database>, word: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    connection,
  )
  return rows.map(({ statement }) => statement).filter((statement) => statement.includes(word))
}

test('a statement that comes again is prepared once', async () => {
  const find = (id: number) => sql`select name as found from pair where id = ${id}`.execute(db)
  await find(1)
  expect(await preparedWith(db, 'as found')).toEqual([])
  for (let id = 2; id < 20; id += 1) expect((await find(id)).rows).toEqual([{ found: `name ${id}` }])
  expect(await preparedWith(db, 'as found')).toEqual(['select name as found from pair where id = $1'])
})

test('a query without values is prepared too, and several statements in one text never', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    await sql`select count(*) as without_values from pair`.execute(db)
    await sql`select 1 as several; select 2`.execute(db)
  }
  expect(await preparedWith(db, 'without_values')).toEqual(['select count(*) as without_values from pair'])
  expect(await preparedWith(db, 'several')).toEqual([])
})

test('a statement that is planned anew is never prepared', async () => {
  for (let id = 1; id < 9; id += 1)
    await sql`${sql.raw(plannedAnew)} select name as searched from pair where id = ${id}`.execute(db)
  expect(await preparedWith(db, 'as searched')).toEqual([])
})

test('lists of any length but one are one statement, and an empty list selects nothing', async () => {
  // Kysely checks names of tables by type alone; this table is the test's.
  const rows = (ids: readonly number[]) =>
    (db as unknown as Kysely<{ pair: { id: number } }>)
      .selectFrom('pair')
      .select('id as listed')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  for (const ids of [[3, 4], [3, 5], [3, 5, 7], [], [3], [4], [5]] as const)
    expect(await rows(ids)).toEqual(ids.map((listed) => ({ listed })))
  const texts = await preparedWith(db, 'listed')
  expect(texts.map((text) => text.replace(/^.* where /, '')).toSorted()).toEqual([
    '"id" = $1 order by "id"',
    '"id" = any($1) order by "id"',
  ])
})

test('a list that excludes values keeps its meaning', async () => {
  const { rows } = await sql<{ id: number }>`select 1 as id`.execute(db)
  const others = (db as unknown as Kysely<{ pair: { id: number } }>)
    .selectFrom('pair')
    .select('id')
    .where('id', '<', 5)
    .where('id', 'not in', [2, 3])
    .orderBy('id')
  expect(await others.execute()).toEqual([...rows, { id: 4 }])
})

test('after a migration a statement fails once as unavailable, and then reads the new column', async () => {
  const read = () => sql`select pair.* from pair where id = ${1}`.execute(db)
  for (let turn = 0; turn < 4; turn += 1) await read()
  await sql`alter table pair add column age int default 7`.execute(db)
  const error = await read().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ message: expect.stringContaining('cached plan') })
  expect(isUnavailable(error)).toBe(true)
  expect((await read()).rows).toEqual([{ id: 1, name: 'name 1', age: 7 }])
})

test('a statement that fails for another reason can be sent again', async () => {
  const divide = (by: number) => sql`select 10 / ${by}::int as quotient`.execute(db)
  for (let turn = 0; turn < 4; turn += 1) await divide(5)
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(2)).rows).toEqual([{ quotient: 5 }])
})

test('a pool without names prepares nothing, and each connection has its limits', async () => {
  const plain = connect(`${prefix}${database}`, { max: 1, names_statements: false })
  for (let turn = 0; turn < 5; turn += 1) await sql`select ${turn}::int as unnamed`.execute(plain)
  expect(await preparedWith(plain, 'unnamed')).toEqual([])
  const limits = sql`select current_setting('statement_timeout') as one, current_setting('idle_in_transaction_session_timeout') as other`
  expect((await limits.execute(plain)).rows).toEqual([{ one: '0', other: '1min' }])
  expect((await limits.execute(db)).rows).toEqual([{ one: '7s', other: '1min' }])
  await plain.destroy()
})
