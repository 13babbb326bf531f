import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packArchive } from './tar.ts'

const time_s = 1_780_000_000
const long = `release/${'folder/'.repeat(15)}a-file-with-a-longer-name-ñ.txt`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tar-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('packs files that tar unpacks again, with long names, empty files and the time', () => {
  const files = [
    { path: long, bytes: Buffer.from('long') },
    { path: 'release/empty', bytes: Buffer.alloc(0) },
    { path: 'release/block', bytes: Buffer.alloc(512, 'x') },
  ]
  writeFileSync(join(folder, 'a.tar.gz'), packArchive(files, time_s))
  execFileSync('tar', ['xf', 'a.tar.gz'], { cwd: folder })
  for (const { path, bytes } of files) expect(readFileSync(join(folder, path))).toEqual(bytes)
  const list = execFileSync('tar', ['tvf', 'a.tar.gz', '--utc'], { cwd: folder, encoding: 'utf8' })
  expect(list).toMatch(/^-rw-r--r-- root\/root +512 2026-05-28 20:26 release\/block$/m)
})

test('gives the same bytes for the same files in another order', () => {
  const files = [
    { path: 'b', bytes: Buffer.from('b') },
    { path: 'a', bytes: Buffer.from('a') },
  ]
  expect(packArchive(files, time_s)).toEqual(packArchive(files.toReversed(), time_s))
})

test('refuses a path that the format cannot hold', () => {
  expect(() => packArchive([{ path: 'x'.repeat(101), bytes: Buffer.alloc(0) }], time_s)).toThrow('too long')
})
