import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { creditHistories, replayHistory } from './credit-history.ts'

const file = new URL('../../test/credit-histories.json', import.meta.url)
interface Vector {
  id: number
  terms: object
  contract: object[]
  steps: object[]
  schedule: object[]
}
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'))

test('replays 96 histories with every figure that an independent program computed', () => {
  expect(vectors).toHaveLength(96)
  for (const vector of vectors) {
    const { id, terms, contract, steps, schedule } = vector
    const [replayed] = creditHistories.parse([vector]).map(replayHistory)
    expect.soft(replayed, `history ${id}`).toEqual({ id, terms, contract, steps, schedule })
  }
})
