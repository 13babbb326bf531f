import { StatusBadge } from '../../components/status-badge.tsx'
import { loanStatus, type Situation } from './words.ts'

/** Badge with the state of a loan. */
export function LoanBadge({ loan }: { loan: Situation }) {
  return <StatusBadge {...loanStatus(loan)} />
}
