import { wireStatus } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { StatusBadge } from '../../components/status-badge.tsx'
import classes from './loan-status.module.css'
import { situationWords, statusOf } from './words.ts'

/** A loan's situation, the same words on every staff screen, with its status under it where that says something else. */
export function LoanStatus({ loan }: { loan: Pick<LoanListItem, 'state' | 'in_clarification'> }) {
  const situation = situationWords(loan)
  const status = statusOf(wireStatus(loan.state).status).label
  return (
    <span className={classes.status}>
      <StatusBadge {...situation} />
      {status !== situation.label && <span className={classes.second}>{status}</span>}
    </span>
  )
}
