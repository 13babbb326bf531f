import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSources } from './sources.ts'
import { tablesOf } from './table-owners.ts'
import { tableProblems } from './tables.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tables-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const server = 'apps/server/src'

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const problems = () => tableProblems(root, readSources(root))

describe('writes', () => {
  test.each([
    ['the query builder', "trx.updateTable('loan').set(row)"],
    ['the query builder, with an alias', "trx.deleteFrom(\n  'public.loan as l'\n)"],
    ['the query builder, with several tables', "trx.deleteFrom(['transfer', 'loan'])"],
    ['SQL', 'sql`update loan set state = 1`'],
    ['SQL that deletes', 'sql`delete from only loan`'],
    ['SQL with a schema', 'sql`insert into public.loan (id) values (1)`'],
    ['SQL with a quoted name', 'sql`insert into "loan" (id) values (1)`'],
    ['SQL with a quoted schema', 'sql`update only "public"."loan" set state = 1`'],
    ['SQL with capitals', 'sql`UPDATE Loan SET state = 1`'],
    ['SQL that truncates', 'sql`truncate table transfer, loan cascade`'],
    ['SQL that copies', 'sql`copy loan from stdin`'],
    ['SQL that merges', 'sql`merge into loan using rows on true`'],
    ['SQL that alters', 'sql`alter table loan disable trigger all`'],
    ['a typed call', "trx.updateTable<'loan'>('loan').set(row)"],
    ['a method in brackets', "trx['updateTable']('loan').set(row)"],
    ['SQL after a comment', 'sql`\n /* x */ update loan set state = 1`'],
    ['SQL with a comment before the name', 'sql`update /* c */ loan set state = 1`'],
    ['a string with a comment', 'sql.raw("update -- c\\n loan set state = 1")'],
  ])('refuses a write of another noun’s table with %s', (_how, text) => {
    write(`${server}/treasury/transfers/commands.ts`, text)
    expect(problems()).toContainEqual(
      expect.stringMatching(/treasury\/transfers\/commands.ts writes table loan of lending\/loans/),
    )
  })

  test('refuses a single write by another feature, and writes by layers outside the modules', () => {
    write(`${server}/office/search/commands.ts`, "trx.insertInto('loan').values(row)")
    write(`${server}/http/access.ts`, "trx.deleteFrom('setting')")
    write(`${server}/main.ts`, "db.deleteFrom('session')")
    expect(problems().toSorted()).toEqual([
      expect.stringMatching(/http\/access.ts writes table setting of platform\/settings/),
      expect.stringMatching(/main.ts writes table session of people\/auth/),
      expect.stringMatching(/office\/search\/commands.ts writes table loan of lending\/loans/),
    ])
  })

  test.each([
    ['the query builder', 'trx.insertInto(table).values(row)'],
    ['a list for the query builder', 'trx.deleteFrom(tables)'],
    ['SQL', 'sql`insert into $' + '{sql.ref(table)} values (1)`'],
    ['quoted SQL', 'sql.raw(`delete from only "$' + '{table}"`)'],
    ['a read by the query builder', 'trx.selectFrom(table).selectAll()'],
    ['a read with a template', 'trx.selectFrom(`loan`).selectAll()'],
    ['a join', "trx.selectFrom('loan').innerJoin(table, 'a', 'b')"],
    ['a read in SQL', 'sql`select 1 from $' + '{sql.id(table)}`'],
    ['a table expression', 'const one = sql.table(table)'],
    ['a dynamic table', 'const one = db.dynamic.table(table)'],
  ])('refuses a table’s name in a variable for %s, but for the demo and backups', (_how, text) => {
    write(`${server}/demo/seed.ts`, text)
    write(`${server}/office/backups/rules.ts`, text)
    expect(problems()).toEqual([])
    write(`${server}/lending/loans/commands.ts`, text)
    expect(problems()).toEqual([expect.stringMatching(/loans\/commands.ts has a table's name in a variable/)])
  })

  test('refuses a write of a view', () => {
    write('apps/server/migrations/001_a.sql', 'create view loan_summary as select id from loan;')
    write(`${server}/lending/loans/commands.ts`, "trx.updateTable('loan_summary').set(row)")
    expect(problems()).toEqual([expect.stringMatching(/writes the view loan_summary/)])
  })

  test('accepts the owner, the demo, tests and words of comments', () => {
    write(`${server}/lending/loans/commands.ts`, "trx.insertInto('loan').values(row)")
    write(`${server}/demo/seed.ts`, "trx.insertInto('loan').values(row)")
    write(`${server}/treasury/transfers/recovery.test.ts`, "db.updateTable('loan')")
    write(
      `${server}/treasury/transfers/commands.ts`,
      '/** Other modules update loan and\n * delete from loan. */\nsql`-- update loan\n /* join loan\n */ select 1` // from loan',
    )
    expect(problems()).toEqual([])
  })
})

describe('reads', () => {
  test.each([
    ['the query builder', "db.selectFrom('loan')"],
    ['an alias', "db.selectFrom('public.loan as l')"],
    ['several tables', "db.selectFrom(['transfer as t', 'loan as l'])"],
    ['a join', "db.selectFrom('transfer').leftJoin('loan', 'loan.id', 'transfer.loan_id')"],
    ['a lateral join', "db.selectFrom('transfer').innerJoinLateral('loan', join)"],
    ['the rows of a deletion', "trx.deleteFrom('transfer').using('loan')"],
    ['the rows of an update', "trx.updateTable('transfer').from('loan')"],
    ['SQL', 'sql`select id from loan`'],
    ['SQL with several tables', 'sql`select 1 from transfer as t, loan`'],
    ['SQL with a quoted name', 'sql`select 1 from only "public"."loan"`'],
    ['a join in SQL', 'sql`select 1 from transfer join loan on true`'],
    ['a typed call', "db.selectFrom<'loan'>('loan')"],
    ['a method in brackets', "db['selectFrom']('loan')"],
    ['a line that starts with a star', 'sql`select\n  * from loan`'],
    ['a comment before the name', 'sql`select 1 from /* c */ loan`'],
    ['a line comment before the name', 'sql`select 1 from -- the worker’s\n loan`'],
    ['a text with the sign of a comment', "sql`select '--' from loan`"],
    ['a name after a subquery', 'sql`select 1 from (select 1) as one, loan`'],
    ['a name after an alias with columns', 'sql`select 1 from unnest($' + '{ids}) as one (id, n), loan`'],
    ['a name in brackets', 'sql`select 1 from (loan cross join transfer)`'],
    ['the statement table', 'sql`table loan`'],
    ['a fragment', 'const t = sql`loan`\nsql`select 1 from $' + '{t}`'],
    ['a template in a template', 'sql`select $' + '{isOpen ? sql`(select 1 from loan)` : null}`'],
  ])('refuses a read of a higher module’s table with %s', (_how, text) => {
    write(`${server}/treasury/transfers/queries.ts`, text)
    expect(problems()).toEqual([
      expect.stringMatching(/transfers\/queries.ts reads table loan of lending\/loans, a higher module/),
    ])
  })

  test('refuses a read by a layer below the modules', () => {
    write(`${server}/db/predicates.ts`, "db.selectFrom('setting')")
    expect(problems()).toEqual([expect.stringMatching(/reads table setting of platform\/settings/)])
  })

  test('accepts a view, the tables of its own and of lower modules, and readers above the modules', () => {
    write(
      `${server}/treasury/transfers/queries.ts`,
      "db.selectFrom('loan_summary as loan').select('loan.id')",
    )
    write(
      `${server}/treasury/transfers/rules.ts`,
      'sql`a is distinct from loan.state and b from loan_summary as loan`',
    )
    write(`${server}/lending/loans/queries.ts`, "db.selectFrom('payment').innerJoin('transfer', on)")
    write(`${server}/office/search/queries.ts`, "db.selectFrom('loan')")
    write(`${server}/demo/stage.ts`, "db.selectFrom('loan')")
    write(`${server}/treasury/transfers/recovery.test.ts`, "db.selectFrom('loan')")
    expect(problems()).toEqual([])
  })
})

test.each(['create table', 'create unlogged table'])('refuses a table without an owner: %s', (create) => {
  write('apps/server/migrations/001_a.sql', `create table loan (id bigint);\n${create} lamp (id bigint);`)
  expect(problems()).toEqual(['table lamp has no owner: add it to scripts/structure/table-owners.ts'])
})

test('each table has one owner', () => {
  const tables = Object.values(tablesOf).flat()
  expect(new Set(tables).size).toBe(tables.length)
})
