import type { LoanState } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import stack from '../../components/phone/stack.module.css'
import { LoanBadge } from './loan-badge.tsx'
import classes from './loan-head.module.css'

interface LoanHeadProps {
  state: LoanState
  cents: Cents
  /** Meaning of the amount. */
  label: string
  children?: ReactNode
}

/** Header of a loan's detail: its state and the amount that matters in that state. */
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
