import { transition } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { situationNames, situationOf } from '@quincena/domain/loans/situations'
import { pluralize } from '../../lib/pluralize.ts'
import type { Decision } from '../loan/api.ts'

/** Why a selected loan is left out of a decision; null if it is not. */
function reasonAgainst(loan: LoanListItem, status: Decision['status']): string | null {
  // Approving a rejected request takes back what somebody decided: that is done on its page.
  const isDecidable =
    status === 'APP' ? loan.state === 'requested' : transition(loan.state, 'reject') !== null
  if (!isDecidable) return situationNames[situationOf(loan)]
  return null
}

/** A request that the server refuses to approve before somebody accepts these documents. */
export const documentsText = ({ folio, documents_open = 0 }: LoanListItem) =>
  `${folio}: ${pluralize(documents_open, 'documento sin revisar', 'documentos sin revisar')}`

export interface Eligible {
  loans: LoanListItem[]
  /** Requests that wait for documents. */
  unreviewed: LoanListItem[]
  /** How many others are left out, by the name of the reason. */
  others: Map<string, number>
}

const waiting = 'Con una decisión en camino'

/**
 * Divides the selected loans into those that the decision can be sent for and the others, with the reason. `isDelayed`
 * tells the loans whose decision is confirmed but not answered.
 */
export function divideEligible(
  loans: readonly LoanListItem[],
  status: Decision['status'],
  isDelayed: (id: number) => boolean,
): Eligible {
  const result: Eligible = { loans: [], unreviewed: [], others: new Map() }
  for (const loan of loans) {
    const reason = isDelayed(loan.id) ? waiting : reasonAgainst(loan, status)
    if (reason !== null) result.others.set(reason, (result.others.get(reason) ?? 0) + 1)
    else if (status === 'APP' && loan.documents_open !== undefined) result.unreviewed.push(loan)
    else result.loans.push(loan)
  }
  return result
}
