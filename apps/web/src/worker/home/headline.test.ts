import type { LoanState } from '@quincena/domain/loans/rules'
import { loanListItem } from '@quincena/domain/loans/schema'
import { describe, expect, it } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { headlineOf, liveLoans, sortByUrgency, waitingLoans } from './headline.ts'

const loan = (id: number, state: LoanState, by: string | null = null) =>
  loanListItem.parse(loanItemOf(state, { id, to_pay: by === null ? null : { by, amount: 1_100 } }))
const today = '2026-11-20'
const complete = { has_all_documents: true }

describe('headlineOf', () => {
  it('puts overdue payments first, then offers, payments of this week, money on its way, later ones, requests', () => {
    const loans = [
      loan(1, 'requested'),
      loan(2, 'active', '2026-12-20'),
      loan(3, 'disbursing'),
      loan(4, 'active', '2026-11-27'),
      loan(5, 'payout_returned'),
      loan(6, 'approved'),
      { ...loan(7, 'active', '2026-12-15'), overdue: 500 },
      loan(8, 'overdue', '2026-11-15'),
    ]
    expect(sortByUrgency(loans, today).map(({ id }) => id)).toEqual([8, 7, 6, 4, 3, 5, 2, 1])
    expect(headlineOf(sortByUrgency(loans, today), complete)).toMatchObject({
      kind: 'payment',
      loan: { id: 8 },
    })
  })

  it.each([
    ['2026-11-27', 1],
    ['2026-11-28', 2],
  ])('a payment due on %s, seen on November 20, comes as number %i beside money in transit', (by, place) => {
    const sorted = sortByUrgency([loan(1, 'disbursing'), loan(2, 'active', by)], today)
    expect(sorted.findIndex(({ id }) => id === 2) + 1).toBe(place)
  })

  it('puts the offer that expires first before another one', () => {
    const offers = [
      { ...loan(1, 'approved'), offer_expires_on: '2026-12-05' },
      { ...loan(2, 'approved'), offer_expires_on: '2026-11-30' },
    ]
    expect(sortByUrgency(offers, today).map(({ id }) => id)).toEqual([2, 1])
  })

  it.each<LoanState>(['active', 'overdue', 'disbursing'])(
    'says that a loan in state %s is being clarified',
    (state) => {
      const doubtful = { ...loan(1, state), in_clarification: true }
      expect(headlineOf([doubtful], complete)).toMatchObject({ kind: 'clarified', loan: { id: 1 } })
    },
  )

  it('passes over a loan in force that owes nothing', () => {
    expect(headlineOf([loan(1, 'active')], complete)).toEqual({ kind: 'free' })
  })

  it.each<[LoanState, string]>([
    ['approved', 'offer'],
    ['payout_returned', 'returned'],
    ['disbursing', 'moving'],
    ['requested', 'review'],
  ])('maps a loan in state %s to the headline %s', (state, kind) => {
    expect(headlineOf([loan(1, state)], complete)).toMatchObject({ kind })
  })

  it('returns the missing documents or the free headline if there are no loans', () => {
    expect(headlineOf([], { has_all_documents: false })).toEqual({ kind: 'documents' })
    expect(headlineOf([], complete)).toEqual({ kind: 'free' })
  })
})

describe('loans outside the headline', () => {
  const loans = [loan(2, 'overdue', '2026-11-15'), loan(1, 'approved')]

  it('separates loans in force from waiting ones', () => {
    expect(liveLoans(loans).map(({ id }) => id)).toEqual([2])
    expect(waitingLoans(loans, headlineOf(loans, complete)).map(({ id }) => id)).toEqual([1])
  })

  it('leaves out the loan of the headline', () => {
    const offer = [loan(1, 'approved')]
    expect(waitingLoans(offer, headlineOf(offer, complete))).toEqual([])
  })
})
