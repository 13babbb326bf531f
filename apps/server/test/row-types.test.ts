import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestContext } from './context.ts'
import { rowTypeProblems, type SchemaColumn, storedTables, typedTables } from './row-types.ts'

const folder = fileURLToPath(new URL('../src/db/', import.meta.url))
const files = readdirSync(folder).filter((name) => /(^|-)types\.ts$/.test(name))

test('the row types have the tables, views, columns, types, nulls and defaults of the migrated database', async () => {
  const { superuser } = await createTestContext()
  // PostgreSQL says that every column of a view may be null. Here it is as nullable as the column of the same name that
  // the view reads; a computed one is never null.
  const { rows } = await sql<SchemaColumn>`
    select table_name, column_name, udt_name, identity_generation, is_generated, column_default,
      case when table_type = 'VIEW' then coalesce((
        select min(base.is_nullable) from information_schema.view_column_usage as used
        join information_schema.columns as base using (table_schema, table_name, column_name)
        where used.view_name = shown.table_name and column_name = shown.column_name), 'NO')
      else is_nullable end as is_nullable
    from information_schema.columns as shown
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_name not like 'kysely_migration%'`.execute(superuser)
  const texts = files.map((name) => readFileSync(`${folder}${name}`, 'utf8'))
  expect(rowTypeProblems(typedTables(texts), storedTables(rows))).toEqual([])
})

const types = `
type State = 'on' | 'off'
interface Lamp { id: Always<number>; state: State; note: string | null; body: Json<object>; lit: Filled<boolean> }
interface Lamps { lamp: Lamp }
export interface Database extends Lamps {}`

const column = (column_name: string, udt_name: string, more: Partial<SchemaColumn> = {}): SchemaColumn => ({
  ...{ table_name: 'lamp', column_name, udt_name, is_nullable: 'NO', identity_generation: null },
  ...{ is_generated: 'NEVER', column_default: null },
  ...more,
})
const stored = [
  column('id', 'int8', { identity_generation: 'ALWAYS' }),
  column('state', 'text'),
  column('note', 'text', { is_nullable: 'YES' }),
  column('body', 'jsonb'),
  column('lit', 'bool', { column_default: 'false' }),
]
const problemsWith = (columns: SchemaColumn[]) => rowTypeProblems(typedTables([types]), storedTables(columns))
const replaced = (name: string, by: SchemaColumn[]) =>
  stored.flatMap((one) => (one.column_name === name ? by : [one]))

test('equal row types and columns have no difference', () => {
  expect(problemsWith(stored)).toEqual([])
})

test.each([
  ['a column without a type', [...stored, column('watt', 'int4')], 'lamp.watt has no type'],
  ['a type without a column', replaced('note', []), 'lamp.note is no column of the database'],
  [
    'a null that the type lacks',
    replaced('state', [column('state', 'text', { is_nullable: 'YES' })]),
    'lamp.state may be null',
  ],
  ['a null that the database lacks', replaced('note', [column('note', 'text')]), 'lamp.note is never null'],
  [
    'another type',
    replaced('state', [column('state', 'int4')]),
    'lamp.state is number, its type says string',
  ],
  ['json for text', replaced('body', [column('body', 'text')]), 'lamp.body is string, its type says json'],
  [
    'an array for one value',
    replaced('state', [column('state', '_text')]),
    'lamp.state is string[], its type says string',
  ],
  [
    'an unknown type',
    replaced('state', [column('state', 'tsvector')]),
    'lamp.state is tsvector, its type says string',
  ],
  ['a missing default', replaced('lit', [column('lit', 'bool')]), 'lamp.lit has no default'],
  [
    'an id that the database does not number',
    replaced('id', [column('id', 'int8')]),
    'lamp.id has no default',
  ],
  [
    'a generated column that inserts may write',
    replaced('state', [column('state', 'text', { is_generated: 'ALWAYS' })]),
    'lamp.state is written by the database only',
  ],
])('reports %s', (_, columns, problem) => {
  expect(problemsWith(columns)).toEqual([problem])
})

test('reports a table without a type', () => {
  const more = column('id', 'int8', { table_name: 'shade' })
  expect(problemsWith([...stored, more])).toEqual(['shade.id has no type'])
})
