import type { LoanState } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import stack from '../screen/stack.module.css'
import { LoanBadge } from './loan-badge.tsx'
import classes from './loan-head.module.css'

interface LoanHeadProps {
  state: LoanState
  cents: Cents
  /** What the amount is. */
  label: string
  children?: ReactNode
}

/** Head of a loan's detail: where it stands and the amount that matters now. */
export function LoanHead({ state, cents, label, children }: LoanHeadProps) {
  return (
    <div className={classes.head}>
      <LoanBadge state={state} />
      <Amount cents={cents} size="hero" />
      <p className={stack.lead}>{label}</p>
      {children}
    </div>
  )
}
