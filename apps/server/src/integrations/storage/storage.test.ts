import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStorage } from './storage.ts'

test('a file that is written again is whole for whoever reads meanwhile, and leaves nothing beside it', async () => {
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
