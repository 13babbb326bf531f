import type { LoanState } from '@quincena/domain/loans/rules'
import { loanListItem } from '@quincena/domain/loans/schema'
import { describe, expect, it } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { headlineOf, liveLoans, waitingLoans } from './headline.ts'

const loan = (id: number, state: LoanState, by: string | null = null) =>
  loanListItem.parse(loanItemOf(state, { id, to_pay: by === null ? null : { by, amount: 1_100 } }))
const complete = { has_all_documents: true }

describe('headlineOf', () => {
  it('returns the earliest next payment before an offer', () => {
    const loans = [loan(1, 'approved'), loan(2, 'active', '2026-12-20'), loan(3, 'active', '2026-11-30')]
    expect(headlineOf(loans, complete)).toMatchObject({ kind: 'payment', loan: { id: 3 } })
  })

  it('returns an overdue payment before the next payment of an active loan', () => {
    const loans = [loan(1, 'active', '2026-11-21'), loan(2, 'overdue', '2026-11-15')]
    expect(headlineOf(loans, complete)).toMatchObject({ kind: 'payment', loan: { id: 2, state: 'overdue' } })
  })

  it('returns an overdue payment in its grace days before an earlier payment that is not overdue', () => {
    const loans = [loan(1, 'active', '2026-11-21'), { ...loan(2, 'active', '2026-12-15'), overdue: 500 }]
    expect(headlineOf(loans, complete)).toMatchObject({ kind: 'payment', loan: { id: 2 } })
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
  const loans = [loan(1, 'approved'), loan(2, 'active', '2026-12-20')]

  it('separates loans in force from waiting ones', () => {
    expect(liveLoans(loans).map(({ id }) => id)).toEqual([2])
    expect(waitingLoans(loans, headlineOf(loans, complete)).map(({ id }) => id)).toEqual([1])
  })

  it('leaves out the loan of the headline', () => {
    const offer = [loan(1, 'approved')]
    expect(waitingLoans(offer, headlineOf(offer, complete))).toEqual([])
  })
})
