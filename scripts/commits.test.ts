import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitProblems, subjectProblem } from './commits.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commits-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function git(cwd: string, ...command: string[]) {
  const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...author, ...command], { cwd, stdio: 'ignore' })
}

function commit(...subjects: string[]) {
  for (const subject of subjects) git(folder, 'commit', '--allow-empty', '-m', subject)
}

test.each([
  'feat(loans): add a term of 12 months',
  'docs(web/lib): explain drafts',
  `fix(a): ${'b'.repeat(64)}`,
])('accepts the subject %j', (subject) => {
  expect(subjectProblem(subject)).toBeNull()
})

test.each([
  'Loans have terms',
  'feat: add a term',
  'feature(loans): add a term',
  'feat(loans) add a term',
  'feat(loans): ',
  'feat(loans): add a term.',
  `fix(a): ${'b'.repeat(65)}`,
])('refuses the subject %j', (subject) => {
  expect(subjectProblem(subject)).not.toBeNull()
})

test('checks only the commits after the one that added the rule, also in a shallow clone', () => {
  git(folder, 'init', '-q')
  commit('Loans have terms')
  writeFileSync(join(folder, 'rule.ts'), '')
  git(folder, 'add', '.')
  commit('Rules are added', 'fix(loans): keep the term', 'Terms are kept')
  const problems = [expect.stringMatching(/^commit \w+ Terms are kept: the subject is not of the form/)]
  expect(commitProblems(folder, 'rule.ts')).toEqual(problems)

  git(folder, 'clone', '-q', '--depth', '2', `file://${folder}`, 'shallow')
  expect(commitProblems(join(folder, 'shallow'), 'rule.ts')).toEqual(problems)
  git(folder, 'clone', '-q', '--depth', '1', `file://${folder}`, 'single')
  expect(commitProblems(join(folder, 'single'), 'rule.ts')).toEqual([])
})

test('finds nothing in a folder without history', () => {
  expect(commitProblems(folder, 'rule.ts')).toEqual([])
})
