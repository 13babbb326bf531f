import type { LoanState } from '@quincena/domain/loans/rules'
import { loanListItem } from '@quincena/domain/loans/schema'
import { describe, expect, it } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { headlineOf, liveLoans, waitingLoans } from './headline.ts'

const loan = (id: number, state: LoanState, next_payment_date: string | null = null) =>
  loanListItem.parse(loanItemOf(state, { id, next_payment_date }))
const whole = { has_all_documents: true }

describe('headlineOf', () => {
  it('says the next payment before anything else, and the nearer one of two', () => {
    const loans = [loan(1, 'approved'), loan(2, 'active', '2026-12-20'), loan(3, 'active', '2026-11-30')]
    expect(headlineOf(loans, whole)).toMatchObject({ kind: 'payment', loan: { id: 3 } })
  })

  it('says a late payment first, however near another is', () => {
    const loans = [loan(1, 'active', '2026-11-21'), loan(2, 'overdue', '2026-11-15')]
    expect(headlineOf(loans, whole)).toMatchObject({ kind: 'payment', loan: { id: 2, state: 'overdue' } })
  })

  it.each<[LoanState, string]>([
    ['approved', 'offer'],
    ['payout_returned', 'returned'],
    ['disbursing', 'moving'],
    ['requested', 'review'],
  ])('a loan that is %s is said as %s', (state, kind) => {
    expect(headlineOf([loan(1, state)], whole)).toMatchObject({ kind })
  })

  it('without loans says what is missing, or what can be asked for', () => {
    expect(headlineOf([], { has_all_documents: false })).toEqual({ kind: 'documents' })
    expect(headlineOf([], whole)).toEqual({ kind: 'free' })
  })
})

describe('what stands beside the headline', () => {
  const loans = [loan(1, 'approved'), loan(2, 'active', '2026-12-20')]

  it('is the loans in force in the carousel, and what waits apart', () => {
    expect(liveLoans(loans).map(({ id }) => id)).toEqual([2])
    expect(waitingLoans(loans, headlineOf(loans, whole)).map(({ id }) => id)).toEqual([1])
  })

  it('never says the headline twice', () => {
    const offer = [loan(1, 'approved')]
    expect(waitingLoans(offer, headlineOf(offer, whole))).toEqual([])
  })
})
