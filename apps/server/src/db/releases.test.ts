import { expect, test } from 'vitest'
import { compareVersions, parseReleases, releaseOf } from './releases.ts'

const releases = parseReleases(
  [
    '010_a.sql  0.1.0',
    '020_b.sql  0.2.0',
    '021_c.sql  0.2.1',
    '090_d.sql  0.10.0',
    '120_e.sql  1.0.0',
    '',
  ].join('\n'),
)
const of = (name: string, text = '') => releaseOf(releases, { name, text })

test.each([
  ['005_a.sql', { release: '0.1.0', runs_from: '0.1.0' }],
  ['020_b.sql', { release: '0.2.0', runs_from: '0.1.0' }],
  ['021_c.sql', { release: '0.2.1', runs_from: '0.1.0' }],
  ['022_d.sql', { release: '0.10.0', runs_from: '0.2.0' }],
  ['091_e.sql', { release: '1.0.0', runs_from: '0.10.0' }],
  ['121_f.sql', { release: '1.1.0', runs_from: '1.0.0' }],
])('%s belongs to a release and runs with the minor version before', (name, expected) => {
  expect(of(name)).toEqual(expected)
})

test('a migration names another oldest version itself', () => {
  const text = '-- Removes a column.\n-- runs from 1.0.1\nalter table company drop column x;'
  expect(of('121_f.sql', text)).toEqual({ release: '1.1.0', runs_from: '1.0.1' })
})

test('versions are compared as numbers', () => {
  const sorted = ['0.2.0', '0.10.0', '0.9.9', '1.0.0', '0.2.10'].toSorted(compareVersions)
  expect(sorted).toEqual(['0.2.0', '0.2.10', '0.9.9', '0.10.0', '1.0.0'])
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
})
