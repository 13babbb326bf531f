import { describe, expect, it, test } from 'vitest'
import { type BooksAtInstant, balanceDifference, explainDifference, judgeBalance } from './balance-check.ts'

const books = (change: Partial<BooksAtInstant> = {}): BooksAtInstant => ({
  ...{ cash: 1_000, transit: 200, unconfirmed: 0, unanswered: 0 },
  ...change,
})
const judge = (balance: number, both: readonly [BooksAtInstant, BooksAtInstant]) =>
  judgeBalance({ balance, pending: 200 }, both)

describe('judgeBalance', () => {
  const same = (change?: Partial<BooksAtInstant>) => [books(change), books(change)] as const
  const cases = [
    { name: 'equal', balance: 1_000, both: same(), expected: { verdict: 'verified', low: 0, high: 0 } },
    {
      ...{ name: 'equal to the books before a payment', balance: 1_000 },
      ...{ both: [books(), books({ cash: 900 })] as const, expected: { verdict: 'verified' } },
    },
    {
      name: 'more at STP',
      balance: 1_500,
      both: same(),
      expected: { verdict: 'difference', low: 500, high: 500 },
    },
    {
      name: 'less at STP',
      balance: 700,
      both: same(),
      expected: { verdict: 'difference', low: -300, high: -300 },
    },
    {
      ...{ name: 'received money confirmed meanwhile', balance: 1_500 },
      ...{ both: [books({ unconfirmed: 500 }), books()] as const, expected: { verdict: 'moving', low: 0 } },
    },
    {
      ...{ name: 'too little unconfirmed', balance: 1_500, both: same({ unconfirmed: 499 }) },
      expected: { verdict: 'difference', low: 1, high: 500 },
    },
    {
      name: 'an order unanswered',
      balance: 700,
      both: same({ unanswered: 300 }),
      expected: { verdict: 'moving' },
    },
    {
      ...{ name: 'an unanswered order beside more at STP', balance: 1_500, both: same({ unanswered: 300 }) },
      expected: { verdict: 'difference', low: 500, high: 800 },
    },
    {
      ...{ name: 'a lasting loss beside received money', balance: 0, both: same({ unconfirmed: 90 }) },
      expected: { verdict: 'difference', low: -1_090, high: -1_000 },
    },
  ]
  it.each(cases)('judges: $name', ({ balance, both, expected }) => {
    expect(judge(balance, both)).toMatchObject(expected)
  })
})

test('an order that STP settles before our books know it changes no difference', () => {
  const known = balanceDifference({ balance: 800, pending: 0 }, { cash: 800, transit: 0 })
  expect([balanceDifference({ balance: 800, pending: 0 }, { cash: 1_000, transit: 200 }), known]).toEqual([
    0, 0,
  ])
})

describe('explainDifference', () => {
  const effects = [5, -3, 10, 2].map((effect) => ({ effect }))
  const cases = [
    ['one movement', 10, [2]],
    ['a pair', 7, [1, 2]],
    ['the pair that comes first', 12, [2, 3]],
    ['none', 99, []],
    ['never one movement twice', 20, []],
  ] as const
  it.each(cases)('finds %s', (_, difference, expected) => {
    expect(explainDifference(difference, effects)).toEqual(expected)
  })
})
