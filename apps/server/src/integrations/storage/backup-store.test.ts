import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bucket, startBucket } from '../../../test/s3.ts'
import { type BackupStore, manifestPath, openBackups } from './backup-store.ts'

const backup_keys = ['a key of backups of 32 characters']
const partSize = 1000
const [first, second] = ['2026-11-19T16-00-00Z', '2026-11-20T16-00-00Z']
const rows = randomBytes(3500)

let bucket: Bucket
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  bucket = await startBucket()
})
afterEach(() => {
  vi.unstubAllEnvs()
  bucket.close()
})

const inBucket = (keys = backup_keys) =>
  openBackups(
    { data_dir: '', backup_url: `s3://files/nightly?endpoint=${bucket.endpoint}`, backup_keys: keys },
    partSize,
  )

async function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 700) yield content.subarray(at, at + 700)
}

async function writeTo(store: BackupStore, name: string) {
  const backup = await store.create(name)
  await backup.write('public.loan.rows', pieces(rows))
  await backup.write('public.empty.rows', pieces(Buffer.alloc(0)))
  await backup.write(manifestPath, pieces(Buffer.from('{}')))
  await backup.finish()
  return backup.place
}

const read = async (store: BackupStore, path: string, name = first) =>
  Buffer.concat(await Array.fromAsync(store.open(name).read(path)))

test('keeps backups encrypted in a bucket, lists and removes them', async () => {
  const store = await inBucket()
  expect(await store.list()).toEqual([])
  expect(await writeTo(store, first)).toBe(`s3://files/nightly/${first}`)
  await writeTo(store, second)
  const broken = await store.create('2026-11-21T16-00-00Z')
  await broken.write('public.loan.rows', pieces(rows))
  expect(await store.list()).toEqual([
    { name: first, is_complete: true },
    { name: second, is_complete: true },
    { name: '2026-11-21T16-00-00Z', is_complete: false },
  ])
  expect([...bucket.objects.keys()]).toContain(`nightly/${first}/public.loan.rows/000003`)
  expect(await read(store, 'public.loan.rows')).toEqual(rows)
  expect(await read(store, 'public.empty.rows')).toEqual(Buffer.alloc(0))
  const stored = Buffer.concat([...bucket.objects.values()])
  expect(stored.includes(rows.subarray(0, 16))).toBe(false)

  await broken.discard()
  await store.remove(first)
  expect(await store.list()).toEqual([{ name: second, is_complete: true }])
  expect(await read(store, 'public.loan.rows', second)).toEqual(rows)
})

test('a manifest of several parts whose writing was interrupted makes no complete backup', async () => {
  const store = await inBucket()
  const backup = await store.create(first)
  const manifest = randomBytes(3 * partSize)
  await backup.write(manifestPath, pieces(manifest))
  expect(await read(store, manifestPath)).toEqual(manifest)
  expect(await store.list()).toEqual([{ name: first, is_complete: true }])
  const keys = [...bucket.objects.keys()]
  // As many as an interruption leaves that comes before the end.
  for (const stored of [1, 2]) {
    for (const key of keys.slice(stored)) bucket.objects.delete(key)
    expect(await store.list()).toEqual([{ name: first, is_complete: false }])
    await backup.write(manifestPath, pieces(manifest))
  }
})

test('writes with the first key and reads with each', async () => {
  await writeTo(await inBucket(), first)
  const later = await inBucket(['another key of 32 characters now.', ...backup_keys])
  await writeTo(later, second)
  expect(await read(later, 'public.loan.rows')).toEqual(rows)
  await expect(read(await inBucket(), 'public.loan.rows', second)).rejects.toThrow(
    'BACKUP_KEY is not the one',
  )
})

describe('refuses', () => {
  const keyOf = (index: number, name = first) => `nightly/${name}/public.loan.rows/00000${index}`
  const partOf = (index: number, name = first) => bucket.objects.get(keyOf(index, name)) ?? Buffer.alloc(0)
  const changes: [string, () => unknown, RegExp][] = [
    ['a file without its last part', () => bucket.objects.delete(keyOf(3)), /part 3: is missing/],
    [
      'parts in another order',
      () => {
        const [one, two] = [partOf(1), partOf(2)]
        bucket.objects.set(keyOf(1), two).set(keyOf(2), one)
      },
      /part 1: was altered/,
    ],
    ['a cut part', () => bucket.objects.set(keyOf(3), partOf(3).subarray(0, -1)), /part 3: was altered/],
    [
      'a part of another backup',
      () => bucket.objects.set(keyOf(0), partOf(0, second)),
      /part 0: was altered/,
    ],
    [
      'an earlier part in the place of the last',
      () => bucket.objects.set(keyOf(3), partOf(2)),
      /part 3: was altered/,
    ],
  ]
  test.each(changes)('%s', async (_what, change, problem) => {
    const store = await inBucket()
    await writeTo(store, first)
    await writeTo(store, second)
    change()
    await expect(read(store, 'public.loan.rows')).rejects.toThrow(problem)
  })
})

test('keeps them in a folder as well, which it makes', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'quincena-backups-')), 'new')
  const store = await openBackups(
    { data_dir: '', backup_url: pathToFileURL(folder).href, backup_keys },
    partSize,
  )
  expect(await store.list()).toEqual([])
  await writeTo(store, first)
  expect(await store.list()).toEqual([{ name: first, is_complete: true }])
  expect(await read(store, 'public.loan.rows')).toEqual(rows)
  await store.remove(first)
  expect(await store.list()).toEqual([])
})
