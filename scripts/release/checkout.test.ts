import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { releaseVersion } from './checkout.ts'

let root = ''
const git = (...args: string[]) => void execFileSync('git', args, { cwd: root, stdio: 'pipe' })
const write = (file: string, text: string) => writeFileSync(join(root, file), text)

/** A checkout with one commit of two files. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-'))
  git('init', '--quiet')
  write('.gitignore', 'dist\n')
  write('main.ts', '1\n')
  git('add', '.')
  git('-c', 'user.name=t', '-c', 'user.email=t@example.mx', 'commit', '--quiet', '-m', 'first')
})
afterEach(() => rmSync(root, { recursive: true }))

const versionOf = (isDirtyAllowed: boolean) => releaseVersion(root, { version: '0.1.0', isDirtyAllowed })

test('a release of a commit has the version of the package, also beside ignored files', () => {
  write('dist', 'built\n')
  expect([versionOf(false), versionOf(true)]).toEqual(['0.1.0', '0.1.0'])
})

test.each([
  ['a changed file', () => write('main.ts', '2\n'), 'main.ts'],
  ['a staged deletion', () => git('rm', '--quiet', 'main.ts'), 'main.ts'],
  ['a deleted file', () => rmSync(join(root, 'main.ts')), 'main.ts'],
  ['a file that no commit has, which would be packed too', () => write('002_new.sql', '\n'), '002_new.sql'],
])('%s is refused in one line, or marks the version', (_, change, file) => {
  change()
  expect(() => versionOf(false)).toThrow(
    `1 file differs from the commit that a release is made of: ${file}. Commit it, or pass --dirty for a trial.`,
  )
  expect(versionOf(true)).toBe('0.1.0+dirty')
})

test('names three files of many', () => {
  for (const name of ['a', 'b', 'c', 'd']) write(name, '')
  expect(() => versionOf(false)).toThrow(
    '4 files differ from the commit that a release is made of: a, b, c and others. Commit them, or pass --dirty for a trial.',
  )
})

test('without a history, as in the build of a container, the version is the package’s', () => {
  rmSync(join(root, '.git'), { recursive: true })
  write('main.ts', '2\n')
  expect(versionOf(false)).toBe('0.1.0')
})
