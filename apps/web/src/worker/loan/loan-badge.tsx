import type { LoanState } from '@quincena/domain/loans/rules'
import { StatusBadge } from '../../components/status-badge.tsx'
import { loanStatus } from './words.ts'

/** Badge with the state of a loan. */
export function LoanBadge({ state }: { state: LoanState }) {
  return <StatusBadge {...loanStatus(state)} />
}
