import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentProblems } from './docs.ts'

const decision = '# 001 · Libraries\n\nStatus: accepted\n\n## Context\n## Decision\n## Consequences\n'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docs-'))
  write('docs/decisions/README.md', '- [001 · Libraries](001-libraries.md)\n')
  write('docs/decisions/001-libraries.md', decision)
  write('docs/operations.md', '# Operations\n\n## Restore: the 3 steps\n')
  write('apps/server/src/loans/routes.ts', '')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test.each([
  '[a](docs/operations.md), [b](docs/operations.md#restore-the-3-steps) and [c](https://example.com/a#b)',
  '# The map\n[above](#the-map)',
  '`apps/server/src/<noun>/routes.ts`, `apps/server/src/loans/{routes,commands}.ts:12`',
  '`npm run docs`, `src/none.ts` and `docs for all`',
  '`routes.ts`, `<thing>tes.ts` and `routes.ts:12`',
])('accepts %j', (text) => {
  write('README.md', text)
  expect(documentProblems(root)).toEqual([])
})

test.each([
  ['[a](docs/security.md)', 'README.md links docs/security.md, which does not exist'],
  ['![a](docs/pictures/a.png)', 'README.md links docs/pictures/a.png, which does not exist'],
  [
    '[a](docs/operations.md#restore)',
    'README.md links docs/operations.md#restore: no heading has this anchor',
  ],
  ['[a](#map)', 'README.md links #map: no heading has this anchor'],
  [
    '`apps/server/src/<noun>/jobs.ts`',
    'README.md names apps/server/src/<noun>/jobs.ts, which does not exist',
  ],
  ['`acts.ts`', 'README.md names acts.ts, which does not exist'],
  ['`<thing>-page.tsx`', 'README.md names <thing>-page.tsx, which does not exist'],
])('refuses %s', (text, problem) => {
  write('README.md', text)
  expect(documentProblems(root)).toEqual([problem])
})

test.each([
  [decision.replace('001', '002'), 'docs/decisions/001-libraries.md: the title is "# 001 · Subject"'],
  [decision.replace('## Context\n', ''), expect.stringContaining('the parts are Status, Context')],
  [decision.replace('Status: accepted', ''), expect.stringContaining('the parts are Status, Context')],
  [decision.replace('Libraries', 'Parts'), expect.stringContaining('lacks the line - [001 · Parts]')],
])('refuses a decision record that begins with %j', (text, problem) => {
  write('docs/decisions/001-libraries.md', text)
  expect(documentProblems(root)).toContainEqual(problem)
})

test('the project’s documents have no problem', () => {
  expect(documentProblems(join(import.meta.dirname, '..'))).toEqual([])
})
