import { describe, expect, it } from 'vitest'
import {
  isReturned,
  MOVING_TRANSFERS,
  PAYING_TRANSFERS,
  resolutionBlocker,
  TRANSFER_STATES,
  type TransferStates,
  UNRESOLVED_TRANSFERS,
  UNSENT_TRANSFERS,
} from './rules.ts'

const statesOf = (set: TransferStates) =>
  Object.entries(set).flatMap(([status, outcomes]) => outcomes.map((state) => `${status} ${state ?? '-'}`))

describe('the state sets of an order', () => {
  const inReview = ['review -', 'review LQ', 'review CN', 'review D']
  const unsent = ['pending -', 'unknown -']

  it.each([
    ['unsent', UNSENT_TRANSFERS, unsent],
    ['unresolved', UNRESOLVED_TRANSFERS, [...unsent, ...inReview]],
    ['moving', MOVING_TRANSFERS, [...unsent, ...inReview, 'sent -']],
    ['paying', PAYING_TRANSFERS, [...unsent, ...inReview, 'sent -', 'sent LQ']],
  ])('%s has only states of the state table', (_name, set, states) => {
    expect(statesOf(set)).toEqual(states)
    expect(statesOf(TRANSFER_STATES)).toEqual(expect.arrayContaining(states))
  })

  it('the state table gives an outcome only to an order that STP may have', () => {
    const notSent = ['pending -', 'unknown -', 'failed -', 'withdrawn -']
    const sent = ['sent -', 'sent LQ', 'sent CN', 'sent D']
    const duplicate = ['duplicate LQ', 'duplicate CN', 'duplicate D']
    expect(statesOf(TRANSFER_STATES).sort()).toEqual([...notSent, ...sent, ...inReview, ...duplicate].sort())
  })
})

describe('resolutionBlocker', () => {
  const sent_at = '2026-11-20T16:00:00.000Z'
  const order = {
    ...{ state: null, sent_at: null, has_payments: false },
    ...{ is_paid_by_another: false, is_settled_by_another: false },
  }

  it.each(['settled', 'returned', 'not_sent'] as const)(
    'allows %s for an order that was never booked',
    (outcome) => {
      expect(resolutionBlocker(outcome, order)).toBeNull()
    },
  )

  it('allows "settled" beside another settled order: the worker got the money twice', () => {
    const second = { ...order, is_paid_by_another: true, is_settled_by_another: true }
    expect(resolutionBlocker('settled', second)).toBeNull()
  })

  it('refuses "settled" while another order without an outcome may pay the loan', () => {
    expect(resolutionBlocker('settled', { ...order, is_paid_by_another: true })).toBe(
      'transfer.paid_by_another',
    )
    expect(resolutionBlocker('settled', { ...order, sent_at, is_paid_by_another: true })).toBe(
      'transfer.paid_by_another',
    )
  })

  it.each(['CN', 'D'] as const)(
    'refuses "settled" for an order booked as %s, whatever pays the loan',
    (state) => {
      for (const is_paid_by_another of [false, true])
        expect(resolutionBlocker('settled', { ...order, sent_at, state, is_paid_by_another })).toBe(
          'transfer.already_returned',
        )
    },
  )

  it('allows "returned" and "not sent" beside another order that pays the loan', () => {
    expect(resolutionBlocker('returned', { ...order, is_paid_by_another: true })).toBeNull()
    expect(resolutionBlocker('not_sent', { ...order, is_paid_by_another: true })).toBeNull()
  })

  it.each([null, 'LQ', 'D'] as const)('refuses "not sent" for an order that STP received (%s)', (state) => {
    expect(resolutionBlocker('not_sent', { ...order, sent_at, state })).toBe('transfer.already_sent')
  })

  it.each([null, 'LQ'] as const)(
    'refuses "returned" for a booked order (%s) of a loan with payments',
    (state) => {
      expect(resolutionBlocker('returned', { ...order, sent_at, state, has_payments: true })).toBe(
        'loan.has_payments',
      )
      expect(resolutionBlocker('returned', { ...order, sent_at, state })).toBeNull()
    },
  )

  it.each([
    ['never booked', order],
    ['already booked as returned', { ...order, sent_at, state: 'D' as const }],
  ])('allows "returned" in spite of payments for an order that is %s', (_name, reviewed) => {
    expect(resolutionBlocker('returned', { ...reviewed, has_payments: true })).toBeNull()
  })
})

it.each([
  [null, false],
  ['LQ', false],
  ['CN', true],
  ['D', true],
] as const)('isReturned(%s) is %s', (state, expected) => {
  expect(isReturned(state)).toBe(expected)
})
