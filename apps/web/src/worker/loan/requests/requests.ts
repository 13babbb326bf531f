import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'

const types: Record<'creditos' | 'anticipos', LoanType> = { creditos: 'credit', anticipos: 'advance' }

export function typeOfFilter(filter: 'creditos' | 'anticipos' | undefined): LoanType | undefined {
  return filter && types[filter]
}

/** True before a loan is in force and after it has ended; a loan in force is a product, not a request. */
export function isRequest({ accepted, completed }: Pick<LoanListItem, 'accepted' | 'completed'>): boolean {
  return !accepted || completed
}
