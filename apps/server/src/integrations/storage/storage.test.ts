import { mkdtemp, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { isMissing, openStorage } from './storage.ts'

afterEach(() => vi.unstubAllEnvs())

test('put replaces a file atomically for concurrent readers and leaves no temporary file', async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'quincena-files-'))
  const storage = await openStorage({ data_dir, storage_url: undefined })
  const bytes = new Uint8Array(2_000_000).fill(7)
  await storage.put('contracts/1/a.pdf', bytes, 'application/pdf')
  const lengths = new Set<number>()
  let isWriting = true
  async function read() {
    while (isWriting) lengths.add((await storage.get('contracts/1/a.pdf')).length)
  }
  const readers = [read(), read()]
  for (let time = 0; time < 60; time += 1) await storage.put('contracts/1/a.pdf', bytes, 'application/pdf')
  isWriting = false
  await Promise.all(readers)
  expect([...lengths]).toEqual([bytes.length])
  expect(await readdir(join(data_dir, 'files/contracts/1'))).toEqual(['a.pdf'])
})

test('isMissing is true for a file that is not in the folder, false for a path that cannot be read', async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'quincena-files-'))
  const storage = await openStorage({ data_dir, storage_url: undefined })
  await storage.put('contracts/1/a.pdf', new Uint8Array(1), 'application/pdf')
  const problemOf = (key: string) => storage.get(key).catch((error: unknown) => error)
  expect(isMissing(await problemOf('contracts/2/b.pdf'))).toBe(true)
  expect(isMissing(await problemOf('contracts/1'))).toBe(false)
})

test('isMissing is true for an unknown S3 key, false for a missing or forbidden bucket', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  const statuses: Record<string, number> = { NoSuchKey: 404, NoSuchBucket: 404, AccessDenied: 403 }
  const s3 = createServer((request, response) => {
    const code = new URL(request.url ?? '', 'http://s3').pathname.split('/').at(-1) ?? ''
    response.writeHead(statuses[code] ?? 400, { 'content-type': 'application/xml' })
    response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`)
  })
  const port = await new Promise<number>((done) => {
    s3.listen(0, '127.0.0.1', () => {
      const address = s3.address()
      done(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const storage = await openStorage({
    data_dir: tmpdir(),
    storage_url: `s3://files?endpoint=http://127.0.0.1:${port}`,
  })
  const problems = Object.keys(statuses).map((code) => storage.get(code).catch((error: unknown) => error))
  expect((await Promise.all(problems)).map(isMissing)).toEqual([true, false, false])
  s3.closeAllConnections()
  s3.close()
})
