import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { structureProblems } from './structure.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'structure-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const server = 'apps/server/src'

test.each([
  {
    what: 'a file without a meaning in its name',
    file: 'apps/web/src/lib/utils.ts',
    problem: /name the thing/,
  },
  {
    what: 'a file of more than 300 lines',
    file: `${server}/command/clock.ts`,
    text: '//\n'.repeat(301),
    problem: /301 lines: 300/,
  },
  {
    what: 'a test of more than 400 lines',
    file: `${server}/command/clock.test.ts`,
    text: '//\n'.repeat(401),
    problem: /401 lines: 400/,
  },
  {
    what: 'a command that imports routes',
    file: `${server}/lending/loans/commands.ts`,
    text: "import { a } from './routes.ts'",
    problem: /only app.ts/,
  },
  {
    what: 'a page that imports a test’s helper',
    file: 'apps/web/src/worker/home/home-page.tsx',
    text: "import { it } from '../../../test/render.tsx'",
    problem: /does not use its tests/,
  },
  {
    what: 'a command that imports a test',
    file: `${server}/lending/loans/commands.ts`,
    text: "export { it } from './loans.test.ts'",
    problem: /does not use its tests/,
  },
  {
    what: 'a type imported inside a type',
    file: `${server}/lending/loans/commands.ts`,
    text: "let queue: import('../../jobs/queue.ts').Queue",
    problem: /Biome does not see/,
  },
  {
    what: 'a template in an import',
    file: `${server}/lending/loans/commands.ts`,
    text: 'const queue = await import(`../../jobs/queue.ts`)',
    problem: /Biome does not see/,
  },
  {
    what: 'a rule that imports a tool',
    file: 'packages/domain/src/loans/rules.ts',
    text: "const it = await import('../../../../e2e/support/http.ts')",
    problem: /does not use its tests or tools/,
  },
  {
    what: 'a replaced module in a test file that shares its modules',
    file: 'apps/web/src/components/menu.test.tsx',
    text: "vi.mock('./save-file.ts', () => ({}))",
    problem: /name it \*\.mocked\.test\.tsx/,
  },
  {
    what: 'a proof of the ledger that imports the balance model',
    file: `${server}/lending/ledger/recompute/loan.ts`,
    text: "import type { LoanPosition } from '@quincena/domain/loans/position'",
    problem: /shares no code with what it proves/,
  },
  {
    what: 'a proof of the ledger that computes with the arithmetic of the model',
    file: `${server}/lending/ledger/recompute/loan.ts`,
    text: "import { type Cents, containedTax } from '@quincena/domain/money'",
    problem: /imports more than types/,
  },
  {
    what: 'a kind of file outside the list',
    file: `${server}/lending/loans/service.ts`,
    problem: /a noun holds/,
  },
  {
    what: 'a kind of folder outside the list',
    file: `${server}/lending/loans/models/a.ts`,
    problem: /a noun holds/,
  },
  { what: 'a file of a module outside a noun', file: `${server}/lending/loans.ts`, problem: /a noun holds/ },
  { what: 'a folder outside the list', file: `${server}/lib/clock.ts`, problem: /no folder lib/ },
  { what: 'a noun’s folder named test', file: `${server}/lending/test/service.ts`, problem: /a noun holds/ },
  { what: 'a file beside main.ts', file: `${server}/clock.ts`, problem: /put it in a folder/ },
])('refuses $what', ({ file, text = '', problem }) => {
  write(file, text)
  expect(structureProblems(root)).toEqual([expect.stringMatching(problem)])
})

test('accepts the kinds of a noun, as files and as folders, and its tests', () => {
  write(`${server}/lending/payments/commands.ts`, "import { post } from '../../treasury/ledger/commands.ts'")
  write(
    `${server}/lending/payments/queries/payoff.ts`,
    "import { roundHalfUp } from '@quincena/domain/money'",
  )
  write(`${server}/lending/payments/payoffs.test.ts`, '')
  write(`${server}/lending/ledger/recompute/books.ts`, "import type { Cents } from '@quincena/domain/money'")
  write('apps/web/src/worker/home/home-page.tsx', "import { Amount } from '../../components/amount.tsx'")
  expect(structureProblems(root)).toEqual([])
})

test('refuses folders that import each other, also through a third', () => {
  const use = (from: string, to: string) =>
    write(`${server}/people/${from}/queries.ts`, `import { it } from '../${to}/queries.ts'`)
  use('companies', 'users')
  use('users', 'documents')
  expect(structureProblems(root)).toEqual([])
  use('documents', 'companies')
  expect(structureProblems(root)).toEqual([
    expect.stringMatching(/people\/companies, .*people\/documents, .*people\/users import each other/),
  ])
})

test.each([
  ['a type', "import type { Queue } from '../jobs/queue.ts'"],
  ['an export', "export { startQueue } from '../jobs/queue.ts'"],
  ['everything', "export * from '../jobs/queue.ts'"],
  ['only what the file does', "import '../jobs/queue.ts'"],
  ['a dynamic import', "const queue = await import(\n  /* late */ '../jobs/queue.ts'\n)"],
])('refuses layers of the server that import each other: %s', (_what, text) => {
  write(`${server}/jobs/queue.ts`, "import type { Trx } from '../command/deps.ts'")
  write(`${server}/command/deps.ts`, text)
  expect(structureProblems(root)).toEqual([
    expect.stringMatching(/src\/command, .*src\/jobs import each other/),
  ])
})

test('refuses a screen and a noun that import another screen', () => {
  write('apps/web/src/worker/loan/words.ts', '')
  write('apps/web/src/worker/loan/detail/detail-page.tsx', "import { words } from '../words.ts'")
  write('apps/web/src/worker/loan/detail/signing/signing.tsx', "import { Page } from '../detail-page.tsx'")
  expect(structureProblems(root)).toEqual([])
  write('apps/web/src/worker/home/home-page.tsx', "import { it } from '../loan/detail/signing/signing.tsx'")
  write('apps/web/src/worker/loan/parts.tsx', "import { it } from './detail/detail-page.tsx'")
  expect(structureProblems(root)).toEqual([
    expect.stringMatching(/home-page.tsx imports .*signing.tsx of another screen/),
    expect.stringMatching(/parts.tsx imports .*detail-page.tsx of another screen/),
  ])
})

function writeMigrations(texts: Record<string, string>, listed = texts) {
  const line = ([file, text]: [string, string]) =>
    `${createHash('sha256').update(text).digest('hex')}  ${file}\n`
  for (const [file, text] of Object.entries(texts)) write(`apps/server/migrations/${file}`, text)
  write('apps/server/migrations/landed.txt', Object.entries(listed).map(line).join(''))
}

describe('migrations', () => {
  const first = { '001_a.sql': 'select 1', '003_b.sql': 'select 2' }

  test('accepts listed migrations that did not change', () => {
    writeMigrations(first)
    expect(structureProblems(root)).toEqual([])
  })

  test.each([
    { what: 'an edited one', files: { ...first, '001_a.sql': 'select 3' }, problem: /001_a.sql was edited/ },
    {
      what: 'a new one that is not listed',
      files: { ...first, '004_c.sql': 'select 3' },
      problem: /004_c.sql is new: add the line "\w{64} {2}004_c.sql"/,
    },
    { what: 'a removed one', files: { '001_a.sql': 'select 1' }, problem: /003_b.sql is missing/ },
    {
      what: 'one below the newest',
      files: { ...first, '002_c.sql': 'select 3' },
      listed: { ...first, '002_c.sql': 'select 3' },
      problem: /inserted below a newer one/,
    },
  ])('refuses $what', ({ files, listed = first, problem }) => {
    writeMigrations(files, listed)
    expect(structureProblems(root)).toEqual([expect.stringMatching(problem)])
  })
})

describe('migrations after a release', () => {
  const released = { '001_a.sql': 'alter table a drop column b' }
  function writeNew(text: string, releases = '001_a.sql  0.1.0\n') {
    writeMigrations({ ...released, '002_b.sql': text })
    write('apps/server/migrations/releases.txt', releases)
  }

  test.each([
    ['adds', 'alter table a add column c int;\n-- drop table a\n'],
    ['removes what a release no longer uses', '-- unused since 0.1.0\nalter table a drop column c;'],
    ['names the version that it needs', '-- runs from 0.2.0\nalter table a rename column c to d;'],
  ])('accepts one that %s', (_what, text) => {
    writeNew(text)
    expect(structureProblems(root)).toEqual([])
  })

  test.each([
    'drop table a',
    'alter table a drop column c',
    'alter table a rename to b',
    'alter table a alter column c set not null',
    'alter table a alter column c type bigint',
    '-- unused since 0.2.0\ndrop table a',
  ])('refuses %j without a released version', (text) => {
    writeNew(text)
    expect(structureProblems(root)).toEqual([
      expect.stringMatching(/002_b\.sql removes or tightens something/),
    ])
  })

  test('refuses a list of releases in another order or with a missing migration', () => {
    writeNew('select 1', '002_b.sql  0.1.0\n001_a.sql  0.2.0\n')
    expect(structureProblems(root)).toEqual([expect.stringMatching(/fewer migrations than the one before/)])
    writeNew('select 1', '003_c.sql  0.1.0\n')
    expect(structureProblems(root)).toEqual([expect.stringMatching(/names 003_c\.sql, which is missing/)])
  })
})

describe('migrations that a commit has listed', () => {
  const first = { '001_a.sql': 'select 1', '003_b.sql': 'select 2' }
  const edited = { ...first, '003_b.sql': 'select 3' }
  const git = (...args: string[]) =>
    spawnSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b.mx', '-c', 'commit.gpgsign=false', ...args],
      { cwd: root },
    )
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--no-verify', '--message', 'a')
  }
  beforeEach(() => {
    git('init', '--quiet')
    writeMigrations(first)
    commit()
  })

  test('accepts new lines at the end of the list, committed or not', () => {
    writeMigrations({ ...first, '004_c.sql': 'select 4' })
    expect(structureProblems(root)).toEqual([])
    commit()
    expect(structureProblems(root)).toEqual([])
  })

  test('refuses an edited migration whose hash was edited too, also once that is committed', () => {
    writeMigrations(edited)
    expect(structureProblems(root)).toEqual([expect.stringMatching(/the lines of commit \w+ were changed/)])
    commit()
    expect(structureProblems(root)).toEqual([expect.stringMatching(/the lines of commit \w+ were changed/)])
  })

  test('refuses a list without a line that it had', () => {
    writeMigrations({ '001_a.sql': 'select 1' })
    rmSync(join(root, 'apps/server/migrations/003_b.sql'))
    expect(structureProblems(root)).toEqual([expect.stringMatching(/only add lines at its end/)])
  })

  test('accepts a merge of two branches that each add a line, and refuses one that drops a line', () => {
    const [second, third] = [{ '004_c.sql': 'select 4' }, { '005_d.sql': 'select 5' }]
    git('checkout', '--quiet', '-b', 'other')
    writeMigrations({ ...first, ...second })
    commit()
    git('checkout', '--quiet', '-')
    writeMigrations({ ...first, ...third })
    commit()
    git('merge', '--quiet', 'other')
    writeMigrations({ ...first, ...second, ...third })
    expect(structureProblems(root)).toEqual([])
    commit()
    expect(structureProblems(root)).toEqual([])
    git('checkout', '--quiet', '-B', 'dropped', 'HEAD^1')
    git('merge', '--quiet', '--strategy', 'ours', '--message', 'a', 'other')
    expect(structureProblems(root)).toEqual([expect.stringMatching(/the lines of commit \w+ were changed/)])
  })

  test('refuses a new line above an earlier one, also once that is committed', () => {
    writeMigrations({ '001_a.sql': 'select 1', '002_c.sql': 'select 3', '003_b.sql': 'select 2' })
    expect(structureProblems(root)).toEqual([expect.stringMatching(/only add lines at its end/)])
    commit()
    expect(structureProblems(root)).toEqual([expect.stringMatching(/only add lines at its end/)])
  })

  test('compares with the commits that a shallow clone has', () => {
    writeMigrations(edited)
    commit()
    git('clone', '--quiet', '--depth', '1', `file://${root}`, 'clone')
    expect(structureProblems(join(root, 'clone'))).toEqual([])
  })
})

test('the project has no structure problem', () => {
  expect(structureProblems(join(import.meta.dirname, '..'))).toEqual([])
})
