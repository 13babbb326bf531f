import { expect, test } from 'vitest'
import { isForTheBooks } from './settle.ts'

const day = '2026-11-20'
const same = { amount: 100, account: '012180000000000012', operation_date: day }
const sent = { ...same, status: 'sent', is_sent: true, state: null, other_operation_date: null }
const listed = { ...same, id: 1, tracking_key: 'KEY00001', state: 'LQ', stp_state: 'LQ' } as const

type Own = Parameters<typeof isForTheBooks>[0]
type Listed = Parameters<typeof isForTheBooks>[1]

const cases: [string, Own, Listed, { fresh: boolean; known: boolean }][] = [
  ['a settlement nobody told', sent, listed, { fresh: true, known: true }],
  ['one that is booked', { ...sent, state: 'LQ' }, listed, { fresh: false, known: false }],
  ['still in transit on both sides', sent, { ...listed, state: null }, { fresh: false, known: false }],
  ['a return after LQ', { ...sent, state: 'LQ' }, { ...listed, state: 'D' }, { fresh: true, known: false }],
  [
    'a return that waits in review, whose payments may be gone by now',
    { ...sent, state: 'LQ', status: 'review' },
    { ...listed, state: 'D' },
    { fresh: true, known: true },
  ],
  [
    'a return that is booked',
    { ...sent, state: 'D' },
    { ...listed, state: 'D' },
    { fresh: false, known: false },
  ],
  ['STP settles what we have as returned', { ...sent, state: 'D' }, listed, { fresh: false, known: false }],
  [
    'an order whose call was lost',
    { ...sent, is_sent: false, status: 'unknown' },
    listed,
    { fresh: true, known: true },
  ],
  ['a refused one', { ...sent, is_sent: false, status: 'failed' }, listed, { fresh: true, known: false }],
  [
    'another amount, never booked',
    { ...sent, is_sent: false, status: 'unknown' },
    { ...listed, amount: 1 },
    { fresh: true, known: false },
  ],
  [
    'another amount, in review already',
    { ...sent, is_sent: false, status: 'review' },
    { ...listed, amount: 1 },
    { fresh: false, known: false },
  ],
  [
    'STP leaves the account out',
    { ...sent, is_sent: false, status: 'unknown' },
    { ...listed, account: '' },
    { fresh: true, known: true },
  ],
  [
    'another account, booked',
    sent,
    { ...listed, account: '012180000000000013' },
    { fresh: false, known: false },
  ],
  ['another amount, booked', sent, { ...listed, amount: 1 }, { fresh: false, known: false }],
  [
    'filed under the other possible day',
    { ...sent, state: 'LQ', other_operation_date: '2026-11-23' },
    { ...listed, operation_date: '2026-11-23' },
    { fresh: true, known: true },
  ],
  [
    'filed under a day that cannot be',
    { ...sent, state: 'LQ' },
    { ...listed, operation_date: '2026-11-23' },
    { fresh: false, known: false },
  ],
]

test.each(cases.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest: [own, order, due] }) => {
  expect(isForTheBooks(own, order, false)).toBe(due.fresh)
  expect(isForTheBooks(own, order, true)).toBe(due.known)
})
