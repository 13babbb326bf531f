import type { LoanState } from '@quincena/domain/loans/rules'
import { StatusBadge } from '../../components/status-badge.tsx'
import { loanStatus } from './words.ts'

/** Where a loan stands, in a word. */
export function LoanBadge({ state }: { state: LoanState }) {
  return <StatusBadge {...loanStatus(state)} />
}
