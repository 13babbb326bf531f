import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { coverageProblems, coverages, writeCoverage } from './coverage.ts'

const file = 'docs/coverage.md'
const documents = [{ file, letter: 'B', paragraphs: { 2: 3 } }]
const stale = `${file} is not current: run npm run coverage:spec -- --write`
const rows = [
  '| B2.1 | First | |',
  '| B2.2 | Second | |',
  '| B2.3 | Third | decided: [017](decisions/017-a.md) |',
]

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'coverage-'))
  write('apps/web/src/a.test.tsx', "test('shows «a» | b [B2.1 B2.2]', () => {}); test('shows c', () => {})")
  write('e2e/journeys/b.spec.ts', 'test.each([1])(`shows \u0024{x} [B2.2]`, () => {})')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Writes the rows and the tests below them; returns the document and its problems. */
function listTests(...lines: string[]) {
  write(file, `# Coverage\n\n${lines.join('\n')}\n`)
  writeCoverage(root, documents)
  return { text: readFileSync(join(root, file), 'utf8'), problems: coverageProblems(root, documents) }
}

test('lists the tests of each paragraph and keeps the decisions', () => {
  const first = 'apps/web/src/a.test.tsx «shows «a» \\| b»'
  const { text, problems } = listTests(...rows)
  expect(text.split('\n').slice(2, -1)).toEqual([
    `| B2.1 | First | ${first} |`,
    `| B2.2 | Second | ${first}<br>e2e/journeys/b.spec.ts «shows \${x}» |`,
    rows[2],
  ])
  expect(problems).toEqual([])
})

test('replaces the tests of a renamed title, also beside a decision', () => {
  write('scripts/c.test.ts', "test('shows d [B2.3]', () => {})")
  const { text } = listTests(...rows)
  write('scripts/c.test.ts', "test('shows e [B2.3]', () => {})")
  expect(coverageProblems(root, documents)).toEqual([stale])
  expect(listTests(...text.split('\n')).text).toContain(
    '| B2.3 | Third | decided: [017](decisions/017-a.md)<br>scripts/c.test.ts «shows e» |',
  )
})

test.each(['B2.4', 'B2', 'B2.1,', 'E2.1'])('refuses the id %s in a title, which is no paragraph', (id) => {
  write('scripts/c.test.ts', `test('shows d [B2.1 ${id}]', () => {})`)
  expect(listTests(...rows).problems).toEqual([`scripts/c.test.ts «shows d»: ${id} is no paragraph`])
})

test.each([
  "test.skip('shows d [B2.1]', () => {})",
  "test.todo('shows d [B2.1]')",
  "test.fixme('shows d [B2.1]', () => {})",
  "it.skip.each([1])('shows d [B2.1]', () => {})",
  "describe.skip('d', () => { test('shows d [B2.1]', () => {}) })",
])('refuses the id of a test that does not run: %s', (text) => {
  write('scripts/c.test.ts', text)
  expect(listTests(...rows).problems).toEqual([
    'scripts/c.test.ts «shows d» is skipped, and shows nothing of B2.1',
  ])
})

test('accepts a test after a skipped one', () => {
  write('scripts/c.test.ts', "test.skip('c', () => {}); test('shows d [B2.1]', () => {})")
  expect(listTests(...rows).problems).toEqual([])
})

test('refuses a paragraph without a test and a decision', () => {
  rmSync(join(root, 'apps/web/src/a.test.tsx'))
  expect(listTests(...rows).problems).toEqual(['B2.1 has no test and no decision'])
})

test('refuses tests written by hand', () => {
  const { text } = listTests(...rows)
  write(file, text.replace('| B2.1 | First | ', '| B2.1 | First | d.test.ts «d»<br>'))
  expect(coverageProblems(root, documents)).toEqual([stale])
})

test.each([
  [rows.slice(1), ['B2.1 has no row']],
  [[...rows, '| B2.1 | Again | |'], ['B2.1 has two rows']],
  [[...rows, '| B2.4 | Fourth | decided: [017](decisions/017-a.md) |'], ['B2.4 is no paragraph']],
])('refuses rows that are not the paragraphs: %j', (lines, problems) => {
  expect(listTests(...lines).problems).toEqual(problems)
})

test('the project’s documents have no problem', () => {
  expect(coverageProblems(join(import.meta.dirname, '..'), coverages)).toEqual([])
})
