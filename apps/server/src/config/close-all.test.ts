import { expect, test } from 'vitest'
import { closeAll } from './close-all.ts'

test('runs every closer once, newest first, also after one that fails', async () => {
  const closed: string[] = []
  const reports: unknown[] = []
  const failure = new Error('does not close')
  const closers = [
    async () => closed.push('database'),
    () => {
      throw failure
    },
    () => Promise.reject(failure),
    async () => closed.push('queue'),
  ]
  await closeAll(closers, (error) => reports.push(error))
  await closeAll(closers, (error) => reports.push(error))
  expect(closed).toEqual(['queue', 'database'])
  expect(reports).toEqual([failure, failure])
})
