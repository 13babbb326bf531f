import { type Day, daysBetween } from '@quincena/domain/dates'
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

/** A payment due within so many days comes before money in transit. */
const soon_days = 7

const isOverdue = ({ state, overdue }: LoanListItem) => state === 'overdue' || overdue > 0

/** The loan's place on the home screen; lower is more urgent. */
function urgencyOf(loan: LoanListItem, today: Day): number {
  const { state, to_pay } = loan
  if (clarifies(loan)) return 3
  if (isPayable(state) && to_pay !== null) {
    if (isOverdue(loan)) return 0
    return daysBetween(today, to_pay.by) <= soon_days ? 2 : 4
  }
  if (state === 'approved') return 1
  return state === 'payout_returned' || state === 'disbursing' ? 3 : 5
}

/** The day that decides between two loans of the same urgency. */
const dayOf = ({ to_pay, offer_expires_on }: LoanListItem) => to_pay?.by ?? offer_expires_on ?? '9'

/**
 * Sorts the loans of the home screen: overdue, an offer to sign, a payment due within 7 days, money returned or in
 * transit, a later payment, a request in analysis; within each the earlier day first.
 */
export function sortByUrgency(openLoans: readonly LoanListItem[], today: Day): LoanListItem[] {
  return openLoans.toSorted(
    (a, b) => urgencyOf(a, today) - urgencyOf(b, today) || dayOf(a).localeCompare(dayOf(b)),
  )
}

/** The most urgent message of the sorted loans; without an open loan, the missing documents or what can be requested. */
export function headlineOf(
  sortedLoans: readonly LoanListItem[],
  user: Pick<User, 'has_all_documents'>,
): Headline {
  for (const loan of sortedLoans) {
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
