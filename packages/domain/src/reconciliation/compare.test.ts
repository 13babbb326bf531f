import { describe, expect, test } from 'vitest'
import { compareDay, DIFFERENCE_KINDS, type ListedOrder, type OwnOrder } from './compare.ts'

const day = '2026-11-20'
const amount = 1_000_000
const account = '012180000000000012'
const booked = { paid_out: amount, settled: 0, unsettled: 0, paid_back: 0 }
const settledBooks = { ...booked, settled: amount }
const backBooks = { ...settledBooks, unsettled: amount, paid_back: amount }

function ownOf(given: Partial<OwnOrder> = {}): OwnOrder {
  const identity = { transfer_id: 1, tracking_key: 'KEY00001', operation_date: day, amount, account }
  const standing = { status: 'sent', is_sent: true, state: 'LQ', is_newer_than_list: false } as const
  return { ...identity, ...standing, booked: settledBooks, ...given }
}

function listedOf(given: Partial<ListedOrder> = {}): ListedOrder {
  const identity = { id: 9001, tracking_key: 'KEY00001', operation_date: day, amount, account }
  return { ...identity, state: 'LQ', stp_state: 'LQ', ...given }
}

const kindsOf = (listed: ListedOrder[], own: OwnOrder[]) =>
  compareDay(listed, own).differences.map(({ kind }) => kind)

describe('nothing to say about', () => {
  const cases: [string, ListedOrder[], OwnOrder[]][] = [
    ['an empty day', [], []],
    ['a settled order', [listedOf()], [ownOf()]],
    ['one in transit', [listedOf({ state: null, stp_state: 'A' })], [ownOf({ state: null, booked })]],
    ['one that came back', [listedOf({ state: 'D' })], [ownOf({ state: 'D', booked: backBooks })]],
    [
      'one that we call returned and STP cancelled: the money is here',
      [listedOf({ state: 'CN' })],
      [ownOf({ state: 'D', booked: { ...booked, paid_back: amount } })],
    ],
    [
      'one that waits to be sent',
      [],
      [ownOf({ is_sent: false, status: 'pending', state: null, booked: { ...booked, paid_out: 0 } })],
    ],
    ['one that is newer than the list', [], [ownOf({ is_newer_than_list: true })]],
    [
      'a state that is newer than the list',
      [listedOf({ state: null })],
      [ownOf({ is_newer_than_list: true })],
    ],
    ['a list that leaves the account out', [listedOf({ account: '' })], [ownOf()]],
    ['the same row on two pages', [listedOf(), listedOf()], [ownOf()]],
  ]
  test.each(cases)('%s', (_name, listed, own) => {
    expect(kindsOf(listed, own)).toEqual([])
  })
})

const notSent = { is_sent: false, status: 'failed', state: null } as const
const noBooks = { paid_out: 0, settled: 0, unsettled: 0, paid_back: 0 }
const found: [string, ListedOrder[], OwnOrder[], string[]][] = [
  ['an order that only STP has', [listedOf()], [], ['unknown_here']],
  ['a sent order that STP lacks', [], [ownOf()], ['missing_at_stp']],
  ['one key under two numbers', [listedOf(), listedOf({ id: 9002 })], [ownOf()], ['duplicate_at_stp']],
  ['another day', [listedOf({ operation_date: '2026-11-23' })], [ownOf()], ['operating_day']],
  ['another amount', [listedOf({ amount: amount + 1 })], [ownOf()], ['amount']],
  ['another account', [listedOf({ account: '1' })], [ownOf()], ['account']],
  ['settled here, in transit there', [listedOf({ state: null })], [ownOf()], ['state']],
  ['back here, settled there', [listedOf()], [ownOf({ state: 'D', booked: backBooks })], ['state']],
  ['refused here, settled there', [listedOf()], [ownOf({ ...notSent, booked: noBooks })], ['state']],
  ['settled here, back there', [listedOf({ state: 'D' })], [ownOf()], ['returned']],
  [
    'in transit here, cancelled there',
    [listedOf({ state: 'CN' })],
    [ownOf({ state: null, booked })],
    ['returned'],
  ],
  ['settled and without a settlement', [listedOf()], [ownOf({ booked })], ['not_in_ledger']],
  ['settled and without any row', [listedOf()], [ownOf({ booked: noBooks })], ['not_in_ledger']],
  [
    'back and not reversed',
    [listedOf({ state: 'D' })],
    [ownOf({ state: 'D', booked: settledBooks })],
    ['not_in_ledger'],
  ],
  [
    'in transit and booked as settled',
    [listedOf({ state: null })],
    [ownOf({ state: null })],
    ['only_in_ledger'],
  ],
  ['settled and booked as back', [listedOf()], [ownOf({ booked: backBooks })], ['only_in_ledger']],
  ['refused and booked', [], [ownOf({ ...notSent, booked })], ['only_in_ledger']],
  [
    'booked with another amount',
    [listedOf()],
    [ownOf({ booked: { ...settledBooks, paid_out: 1 } })],
    ['ledger_amount'],
  ],
]

test.each(found.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest: [listed, own, kinds] }) => {
  expect(kindsOf(listed, own)).toEqual(kinds)
})

test('every kind of difference is found by a case above', () => {
  const seen = new Set(found.flatMap(([, , , kinds]) => kinds))
  expect([...seen].sort()).toEqual([...DIFFERENCE_KINDS].sort())
})

test('a difference carries its three sides; the totals count sent, settled and back on each', () => {
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

test('an order that STP has twice left twice; a row that two pages show left once', () => {
  const { totals } = compareDay([listedOf(), listedOf(), listedOf({ id: 9002 })], [ownOf()])
  expect(totals.stp.settled).toEqual({ count: 2, amount: 2 * amount })
  expect(totals.ours.settled).toEqual({ count: 1, amount })
})
