import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backOffice, employeeApp, readCoverage } from './coverage.ts'

const project = join(import.meta.dirname, '..')
const text = readFileSync(join(project, backOffice.file), 'utf8')

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'coverage-'))
  write('a.ts', '')
  write(
    'a.test.ts',
    [
      "test('one, «quoted»; and more', async () => {})",
      "test.each(['one', 'two'])('each of %s', () => {})",
      'describe.each(["x", "y"])("whole %s", () => {})',
      "test.skip('left out', () => {})",
      "expect(text).toBe('no title')",
    ].join('\n'),
  )
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

/** The problems of one row, without those of missing rows. */
function readRow(files: string, tests: string) {
  const { problems, pending } = readCoverage(root, backOffice, `| B2.1 | Something | ${files} | ${tests} |`)
  return { problems: problems.filter((problem) => !problem.endsWith('has no row')), pending }
}

test('accepts a row whose files and titles exist', () => {
  const tests =
    'a.test.ts «one, «quoted»; and more», «each of %s» [one; two]; a.test.ts «whole %s» [each], «whole %s»'
  expect(readRow('a.ts, a.test.ts', tests)).toEqual({ problems: [], pending: [] })
})

test.each([
  ['b.ts', 'a.test.ts «each of %s»', 'B2.1 names b.ts, which is gone'],
  ['a.ts', 'b.test.ts «each of %s»', 'B2.1 names b.test.ts, which is gone'],
  ['a.ts', 'a.test.ts «another»', 'B2.1 names «another», which a.test.ts has not'],
  ['a.ts', 'a.test.ts «left out»', 'B2.1 names «left out», which a.test.ts has not'],
  ['a.ts', 'a.test.ts «no title»', 'B2.1 names «no title», which a.test.ts has not'],
  ['a.ts', 'a.test.ts', 'B2.1 names no test of a.test.ts'],
  ['a.ts', 'a.test.ts «each of %s» [one; three]', 'B2.1 names [three], which a.test.ts has not'],
  ['', 'a.test.ts «each of %s»', 'B2.1 names no file'],
  ['a.ts', 'decided', 'B2.1 is done, and needs its test'],
])('reports the problem of the row %s | %s', (files, tests, problem) => {
  expect(readRow(files, tests).problems).toEqual([problem])
})

test('accepts a paragraph without a test when a decision leaves it out', () => {
  write('docs/decisions/001.md', '')
  expect(readRow('docs/decisions/001.md', 'decided')).toEqual({ problems: [], pending: [] })
})

test('lists a paragraph without code or test as pending', () => {
  expect(readRow('—', '—').pending).toEqual(['B2.1 Something'])
  expect(readRow('a.ts', '—').pending).toEqual(['B2.1 Something'])
})

test('reports a paragraph without a row, with two rows and a row of no paragraph', () => {
  const line = (id: string) => `| ${id} | Something | — | — |`
  const { problems } = readCoverage(
    project,
    backOffice,
    [text.replace(/^\| B8\.3 .*$/m, ''), line('B2.1'), line('B2.99')].join('\n'),
  )
  expect(problems).toEqual(['B8.3 has no row', 'B2.1 has two rows', 'B2.99 is no paragraph'])
})

test.each([backOffice, employeeApp])('the project’s $file has no problem', (coverage) => {
  const own = readFileSync(join(project, coverage.file), 'utf8')
  expect(readCoverage(project, coverage, own).problems).toEqual([])
})
