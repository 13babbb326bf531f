import { expect, test } from 'vitest'
import { readInTurn } from './read-in-turn.ts'

/** A reading that ends when the test says so, and how often it began. */
function createReading() {
  const reads: PromiseWithResolvers<void>[] = []
  const read = readInTurn(() => {
    const reading = Promise.withResolvers<void>()
    reads.push(reading)
    return reading.promise
  })
  return { read, reads }
}

test('a reading asked for during another one begins after it, once for all who asked', async () => {
  const { read, reads } = createReading()
  const [first, second, third] = [read(), read(), read()]
  expect([reads.length, second === third]).toEqual([1, true])
  reads[0]?.resolve()
  await first
  await expect.poll(() => reads.length).toBe(2)
  const fourth = read()
  reads[1]?.resolve()
  await second
  await expect.poll(() => reads.length).toBe(3)
  reads[2]?.resolve()
  await fourth
  void read()
  expect(reads).toHaveLength(4)
})

test('a failed reading fails for who asked for it, and the next one begins all the same', async () => {
  const { read, reads } = createReading()
  const [first, second] = [read(), read()]
  reads[0]?.reject(new Error('no connection'))
  await expect(first).rejects.toThrow('no connection')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve()
  await second
})
