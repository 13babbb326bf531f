import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'

const types: Record<'creditos' | 'anticipos', LoanType> = { creditos: 'credit', anticipos: 'advance' }

export function typeOfFilter(filter: 'creditos' | 'anticipos' | undefined): LoanType | undefined {
  return filter && types[filter]
}

/** A loan in force is a product; everything before, and whatever has ended, is a request. */
export function isRequest({ accepted, completed }: Pick<LoanListItem, 'accepted' | 'completed'>): boolean {
  return !accepted || completed
}
