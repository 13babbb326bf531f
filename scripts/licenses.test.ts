import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { structureProblems } from './structure.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const good = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==`, license: 'MIT' }

function problemsWith(entry: object) {
  const packages = { '': {}, 'node_modules/one': good, 'packages/own': {}, 'node_modules/two': entry }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  return structureProblems(root).filter((problem) => problem.startsWith('package-lock.json'))
}

test.each([
  {
    what: 'without a hash',
    entry: { ...good, integrity: undefined },
    problem: /two has no sha512 integrity/,
  },
  {
    what: 'with an old hash',
    entry: { ...good, integrity: 'sha1-abc' },
    problem: /two has no sha512 integrity/,
  },
  {
    what: 'with an address',
    entry: { ...good, resolved: 'https://example.com/two.tgz' },
    problem: /two names an address/,
  },
  { what: 'that asks for Node 22', entry: { ...good, engines: { node: '>=22' } }, problem: /two asks for/ },
  { what: 'with a binding licence', entry: { ...good, license: 'GPL-3.0' }, problem: /licence GPL-3.0/ },
  {
    what: 'that also binds',
    entry: { ...good, license: 'MIT AND GPL-3.0' },
    problem: /licence MIT AND GPL-3.0/,
  },
  { what: 'without a licence', entry: { ...good, license: undefined }, problem: /licence none named/ },
])('refuses a locked package $what', ({ entry, problem }) => {
  expect(problemsWith(entry)).toEqual([expect.stringMatching(problem)])
})

test.each([good, { ...good, license: '(BSD-3-Clause OR GPL-2.0)' }, { link: true }])(
  'accepts %o',
  (entry) => {
    expect(problemsWith(entry)).toEqual([])
  },
)
