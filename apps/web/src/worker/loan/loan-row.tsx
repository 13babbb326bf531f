import type { LoanListItem } from '@quincena/domain/loans/schema'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoanBadge } from './loan-badge.tsx'
import classes from './loan-row.module.css'
import { detailPath } from './words.ts'

interface LoanRowProps {
  loan: LoanListItem
  title: ReactNode
  detail: ReactNode
  /** Ring or icon at the left. */
  lead?: ReactNode
  /** Shows a chevron, because a tap opens another screen. */
  leads?: boolean
}

/** Content of a row, without its link or button. */
export function LoanRowContent({ loan, title, detail, lead, leads = true }: LoanRowProps) {
  return (
    <>
      {lead}
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.detail}>{detail}</span>
        <LoanBadge loan={loan} />
      </span>
      {leads && <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />}
    </>
  )
}

/** Row of a loan in a list; a tap opens its detail. */
export function LoanRow(props: LoanRowProps) {
  const { id, type, rejected } = props.loan
  const to = rejected ? '/app/rejected-detail/$id' : detailPath[type]
  return (
    <Link to={to} params={{ id }} className={classes.row}>
      <LoanRowContent {...props} />
    </Link>
  )
}
