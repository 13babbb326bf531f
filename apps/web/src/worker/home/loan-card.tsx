import { formatMoney } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import { Link } from '@tanstack/react-router'
import { paidLabel, paidOf } from '../loan/progress.ts'
import { toPayText } from '../loan/to-pay.ts'
import { detailPath, loanStatus, loanWords } from '../loan/words.ts'
import classes from './loan-card.module.css'

/** Card of a loan in force: amount due, payments made, and the next amount to pay with its day or what is overdue. */
export function LoanCard({ loan }: { loan: LoanListItem }) {
  const { id, type, state, folio, amount, amount_due, in_clarification } = loan
  const progress = paidOf(loan)
  const owes = isPayable(state) && !in_clarification
  return (
    <Link to={detailPath[type]} params={{ id }} className={classes.card}>
      <span className={classes.top}>
        <span className={classes.name}>{loanWords[type].title}</span>
        <span className={classes.folio}>{folio}</span>
      </span>
      <span className={classes.label}>{owes ? 'Por pagar' : loanStatus(loan).label}</span>
      <span className={classes.amount}>{formatMoney(owes ? amount_due : amount)}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.paid} style={{ width: `${(progress.value / progress.total) * 100}%` }} />
      </span>
      <span className={classes.foot}>
        <span>{paidLabel(progress)}</span>
        <span>{owes && toPayText(loan)}</span>
      </span>
    </Link>
  )
}
