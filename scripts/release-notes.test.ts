import { expect, test } from 'vitest'
import { noteProblems } from './release-notes.ts'

const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-12-01\n### Added\n- A list.\n'
const releases = '010_a.sql  1.1.0\n020_b.sql  1.2.0\n'
const upgrading = '# Upgrading\n\n## 1.2.0\nNothing to do.\n'

test('accepts a version with a section in both documents', () => {
  expect(noteProblems('1.2.0', { changelog, upgrading, releases })).toEqual([])
})

test.each([
  ['another version', '1.2.1', changelog],
  ['a section without a day', '1.2.0', changelog.replace(' - 2026-12-01', '')],
  ['an empty section', '1.2.0', '## [1.2.0] - 2026-12-01\n\n## [1.1.0] - 2026-11-01\n- A list.\n'],
])('refuses a changelog with %s', (_what, version, text) => {
  const [problem] = noteProblems(version, {
    changelog: text,
    upgrading: `## ${version}\n`,
    releases: `010_a.sql  ${version}\n`,
  })
  expect(problem).toBe(`CHANGELOG.md lacks the section "## [${version}] - YYYY-MM-DD"`)
})

test('refuses a version without upgrade notes', () => {
  expect(noteProblems('1.2.0', { changelog, upgrading: '## 1.1.0\n', releases })).toEqual([
    expect.stringMatching(/^docs\/upgrading\.md lacks the section "## 1\.2\.0"/),
  ])
})

test('refuses a version that the list of releases does not end with', () => {
  const problem =
    'apps/server/migrations/releases.txt lacks the line "NNN_<last migration>.sql  1.2.0" at its end'
  expect(noteProblems('1.2.0', { changelog, upgrading, releases: '010_a.sql  1.1.0\n' })).toEqual([problem])
})
