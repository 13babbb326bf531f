import { describe, expect, test } from 'vitest'
import { compareDay, DIFFERENCE_KINDS, type ListedOrder, type OwnOrder } from './compare.ts'

const day = '2026-11-20'
const amount = 1_000_000
const account = '012180000000000012'
const booked = { paid_out: amount, settled: 0, unsettled: 0, paid_back: 0 }
const settledBooks = { ...booked, settled: amount }
const backBooks = { ...settledBooks, unsettled: amount, paid_back: amount }

function ownOf(changes: Partial<OwnOrder> = {}): OwnOrder {
  const identity = { transfer_id: 1, tracking_key: 'KEY00001', operation_date: day, amount, account }
  const sent = { status: 'sent', is_sent: true, state: 'LQ', is_newer_than_list: false } as const
  return { ...identity, ...sent, booked: settledBooks, ...changes }
}

function listedOf(changes: Partial<ListedOrder> = {}): ListedOrder {
  const identity = { id: 9001, tracking_key: 'KEY00001', operation_date: day, amount, account }
  return { ...identity, state: 'LQ', stp_state: 'LQ', ...changes }
}

const kindsOf = (listed: ListedOrder[], own: OwnOrder[]) =>
  compareDay(listed, own).differences.map(({ kind }) => kind)

describe('compareDay without a difference', () => {
  const cases: [string, ListedOrder[], OwnOrder[]][] = [
    ['an empty day', [], []],
    ['a settled order', [listedOf()], [ownOf()]],
    ['an order in transit', [listedOf({ state: null, stp_state: 'A' })], [ownOf({ state: null, booked })]],
    ['a returned order', [listedOf({ state: 'D' })], [ownOf({ state: 'D', booked: backBooks })]],
    [
      'an order that we have as returned and STP as cancelled',
      [listedOf({ state: 'CN' })],
      [ownOf({ state: 'D', booked: { ...booked, paid_back: amount } })],
    ],
    [
      'an order that waits to be sent',
      [],
      [ownOf({ is_sent: false, status: 'pending', state: null, booked: { ...booked, paid_out: 0 } })],
    ],
    ['an order newer than the list', [], [ownOf({ is_newer_than_list: true })]],
    ['a state newer than the list', [listedOf({ state: null })], [ownOf({ is_newer_than_list: true })]],
    ['a list without the account', [listedOf({ account: '' })], [ownOf()]],
    ['the same row on two pages', [listedOf(), listedOf()], [ownOf()]],
  ]
  test.each(cases)('finds nothing for %s', (_name, listed, own) => {
    expect(kindsOf(listed, own)).toEqual([])
  })
})

const notSent = { is_sent: false, status: 'failed', state: null } as const
const noBooks = { paid_out: 0, settled: 0, unsettled: 0, paid_back: 0 }
const differing: [string, ListedOrder[], OwnOrder[], string[]][] = [
  ['an order that only STP has', [listedOf()], [], ['unknown_here']],
  ['a sent order that STP does not list', [], [ownOf()], ['missing_at_stp']],
  [
    'one tracking key with two STP orders',
    [listedOf(), listedOf({ id: 9002 })],
    [ownOf()],
    ['duplicate_at_stp'],
  ],
  ['a different operating day', [listedOf({ operation_date: '2026-11-23' })], [ownOf()], ['operating_day']],
  ['a different amount', [listedOf({ amount: amount + 1 })], [ownOf()], ['amount']],
  ['a different account', [listedOf({ account: '1' })], [ownOf()], ['account']],
  ['an order settled here and in transit at STP', [listedOf({ state: null })], [ownOf()], ['state']],
  [
    'an order returned here and settled at STP',
    [listedOf()],
    [ownOf({ state: 'D', booked: backBooks })],
    ['state'],
  ],
  [
    'an order refused here and settled at STP',
    [listedOf()],
    [ownOf({ ...notSent, booked: noBooks })],
    ['state'],
  ],
  ['an order settled here and returned at STP', [listedOf({ state: 'D' })], [ownOf()], ['returned']],
  [
    'an order in transit here and cancelled at STP',
    [listedOf({ state: 'CN' })],
    [ownOf({ state: null, booked })],
    ['returned'],
  ],
  [
    'a settled order without a settlement in the ledger',
    [listedOf()],
    [ownOf({ booked })],
    ['not_in_ledger'],
  ],
  ['a settled order without any ledger entry', [listedOf()], [ownOf({ booked: noBooks })], ['not_in_ledger']],
  [
    'a returned order without a reversal in the ledger',
    [listedOf({ state: 'D' })],
    [ownOf({ state: 'D', booked: settledBooks })],
    ['not_in_ledger'],
  ],
  [
    'an order in transit and settled in the ledger',
    [listedOf({ state: null })],
    [ownOf({ state: null })],
    ['only_in_ledger'],
  ],
  [
    'a settled order returned in the ledger',
    [listedOf()],
    [ownOf({ booked: backBooks })],
    ['only_in_ledger'],
  ],
  ['a refused order with a payout in the ledger', [], [ownOf({ ...notSent, booked })], ['only_in_ledger']],
  [
    'an order with a different amount in the ledger',
    [listedOf()],
    [ownOf({ booked: { ...settledBooks, paid_out: 1 } })],
    ['ledger_amount'],
  ],
]

test.each(differing.map(([name, ...rest]) => ({ name, rest })))(
  'compareDay reports $name',
  ({ rest: [listed, own, kinds] }) => {
    expect(kindsOf(listed, own)).toEqual(kinds)
  },
)

test('the cases above cover every kind of difference', () => {
  const seen = new Set(differing.flatMap(([, , , kinds]) => kinds))
  expect([...seen].sort()).toEqual([...DIFFERENCE_KINDS].sort())
})

test('compareDay returns the sides of a difference and the totals of each side', () => {
  const listed = [
    listedOf(),
    listedOf({ tracking_key: 'KEY00002', id: 9002, amount: 500, state: 'D', stp_state: 'TD' }),
    listedOf({ tracking_key: 'KEY00003', id: 9003, amount: 7, state: null, stp_state: 'A' }),
  ]
  const { differences, totals, orders } = compareDay(listed, [ownOf()])
  expect(orders).toHaveLength(3)
  expect(differences[0]).toEqual({
    kind: 'unknown_here',
    tracking_key: 'KEY00002',
    transfer_id: null,
    ours: null,
    stp: { standing: 'back', amount: 500, account, state: 'TD' },
    ledger: null,
  })
  const one = { count: 1, amount }
  const none = { count: 0, amount: 0 }
  expect(totals).toEqual({
    ours: { sent: one, settled: one, back: none },
    stp: { sent: { count: 3, amount: amount + 507 }, settled: one, back: { count: 1, amount: 500 } },
    ledger: { sent: one, settled: one, back: none },
  })
})

test("STP's total counts a duplicate order twice and a repeated row once", () => {
  const { totals } = compareDay([listedOf(), listedOf(), listedOf({ id: 9002 })], [ownOf()])
  expect(totals.stp.settled).toEqual({ count: 2, amount: 2 * amount })
  expect(totals.ours.settled).toEqual({ count: 1, amount })
})
