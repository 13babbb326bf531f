import { expect, test } from 'vitest'
import { shouldBookListed } from './book-from-list.ts'

const day = '2026-11-20'
const same = { amount: 100, account: '012180000000000012', operation_date: day }
const sent = { ...same, status: 'sent', is_sent: true, state: null, other_operation_date: null }
const listed = { ...same, id: 1, tracking_key: 'KEY00001', state: 'LQ', stp_state: 'LQ' } as const

type Own = Parameters<typeof shouldBookListed>[0]
type Listed = Parameters<typeof shouldBookListed>[1]

const cases: [string, Own, Listed, { fresh: boolean; known: boolean }][] = [
  ['a settlement without a callback', sent, listed, { fresh: true, known: true }],
  ['a booked settlement', { ...sent, state: 'LQ' }, listed, { fresh: false, known: false }],
  ['an order in transit on both sides', sent, { ...listed, state: null }, { fresh: false, known: false }],
  ['a return after LQ', { ...sent, state: 'LQ' }, { ...listed, state: 'D' }, { fresh: true, known: false }],
  [
    'a return in review, whose payments may be reversed by now',
    { ...sent, state: 'LQ', status: 'review' },
    { ...listed, state: 'D' },
    { fresh: true, known: true },
  ],
  ['a booked return', { ...sent, state: 'D' }, { ...listed, state: 'D' }, { fresh: false, known: false }],
  [
    'a settlement at STP of an order booked as returned',
    { ...sent, state: 'D' },
    listed,
    { fresh: false, known: false },
  ],
  [
    'an order whose answer from STP was lost',
    { ...sent, is_sent: false, status: 'unknown' },
    listed,
    { fresh: true, known: true },
  ],
  [
    'a refused order that STP lists',
    { ...sent, is_sent: false, status: 'failed' },
    listed,
    { fresh: true, known: false },
  ],
  [
    'a different amount on an unsent order',
    { ...sent, is_sent: false, status: 'unknown' },
    { ...listed, amount: 1 },
    { fresh: true, known: false },
  ],
  [
    'a different amount on an order already in review',
    { ...sent, is_sent: false, status: 'review' },
    { ...listed, amount: 1 },
    { fresh: false, known: false },
  ],
  [
    'a list without the account',
    { ...sent, is_sent: false, status: 'unknown' },
    { ...listed, account: '' },
    { fresh: true, known: true },
  ],
  [
    'a different account on a sent order',
    sent,
    { ...listed, account: '012180000000000013' },
    { fresh: false, known: false },
  ],
  ['a different amount on a sent order', sent, { ...listed, amount: 1 }, { fresh: false, known: false }],
  [
    'an order under the other possible day',
    { ...sent, state: 'LQ', other_operation_date: '2026-11-23' },
    { ...listed, operation_date: '2026-11-23' },
    { fresh: true, known: true },
  ],
  [
    'an order under an impossible day',
    { ...sent, state: 'LQ' },
    { ...listed, operation_date: '2026-11-23' },
    { fresh: false, known: false },
  ],
]

test.each(cases.map(([name, ...rest]) => ({ name, rest })))(
  'isForTheBooks decides on $name',
  ({ rest: [own, order, expected] }) => {
    expect(shouldBookListed(own, order, false)).toBe(expected.fresh)
    expect(shouldBookListed(own, order, true)).toBe(expected.known)
  },
)
