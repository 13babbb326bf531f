import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { User } from '@quincena/domain/users/schema'

type ToPay = NonNullable<LoanListItem['to_pay']>

/** First message of the home screen. */
export type Headline =
  | { kind: 'payment'; loan: LoanListItem; to_pay: ToPay }
  | { kind: 'offer' | 'moving' | 'returned' | 'review' | 'clarified'; loan: LoanListItem }
  | { kind: 'documents' | 'free' }

type LoanKind = Exclude<Extract<Headline, { loan: LoanListItem }>['kind'], 'payment'>

const kinds: Partial<Record<LoanListItem['state'], LoanKind>> = {
  approved: 'offer',
  payout_returned: 'returned',
  disbursing: 'moving',
  requested: 'review',
}

/** A returned payout has words of its own. */
const clarifies = ({ state, in_clarification }: LoanListItem) =>
  in_clarification && state !== 'payout_returned' && state !== 'completed'

const order: readonly LoanListItem['state'][] = [
  'overdue',
  'active',
  'approved',
  'payout_returned',
  'disbursing',
  'requested',
]

const byUrgency = (a: LoanListItem, b: LoanListItem) =>
  order.indexOf(a.state) - order.indexOf(b.state) ||
  Number(b.overdue > 0) - Number(a.overdue > 0) ||
  (a.to_pay?.by ?? '9').localeCompare(b.to_pay?.by ?? '9')

/**
 * The most urgent message: a late payment, an overdue payment, the next payment, an offer to sign, a returned payout, a payout in
 * transit, a request in analysis; without an open loan, the missing documents or what the worker can request.
 */
export function headlineOf(
  openLoans: readonly LoanListItem[],
  user: Pick<User, 'has_all_documents'>,
): Headline {
  for (const loan of openLoans.toSorted(byUrgency)) {
    const { state, to_pay } = loan
    if (isPayable(state) && to_pay !== null) return { kind: 'payment', loan, to_pay }
    const kind = clarifies(loan) ? 'clarified' : kinds[state]
    if (kind) return { kind, loan }
  }
  return { kind: user.has_all_documents ? 'free' : 'documents' }
}

/** Loans in force, which the carousel shows. */
export function liveLoans(openLoans: readonly LoanListItem[]): LoanListItem[] {
  return openLoans.filter(({ accepted }) => accepted)
}

/** Requests, offers and loans with a payout in transit that the headline does not show. */
export function waitingLoans(openLoans: readonly LoanListItem[], headline: Headline): LoanListItem[] {
  const first = 'loan' in headline ? headline.loan.id : null
  return openLoans.filter(({ id, accepted }) => !accepted && id !== first)
}
