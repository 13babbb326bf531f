import { expect, test } from 'vitest'
import { settingsFor } from './embedded-settings.ts'

const GB = 2 ** 30

test('on a small machine PostgreSQL keeps its own least values', () => {
  expect(settingsFor(GB / 2)).toEqual(
    expect.arrayContaining([
      'shared_buffers=128MB',
      'effective_cache_size=512MB',
      'work_mem=4MB',
      'maintenance_work_mem=64MB',
    ]),
  )
})

test('PostgreSQL takes an eighth of the memory, and counts on half of it as cache', () => {
  expect(settingsFor(16 * GB)).toEqual(
    expect.arrayContaining([
      'shared_buffers=2048MB',
      'effective_cache_size=8192MB',
      'work_mem=32MB',
      'maintenance_work_mem=512MB',
    ]),
  )
})

test('a large machine has a limit', () => {
  expect(settingsFor(1024 * GB)).toEqual(
    expect.arrayContaining(['shared_buffers=4096MB', 'work_mem=32MB', 'maintenance_work_mem=1024MB']),
  )
})
