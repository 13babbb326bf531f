import type { Cents } from '@quincena/domain/money'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import stack from '../../components/phone/stack.module.css'
import { LoanBadge } from './loan-badge.tsx'
import classes from './loan-head.module.css'
import type { Situation } from './words.ts'

interface LoanHeadProps {
  loan: Situation
  cents: Cents
  /** Meaning of the amount. */
  label: string
  children?: ReactNode
}

/** Header of a loan's detail: its state and the amount that matters in that state. */
export function LoanHead({ loan, cents, label, children }: LoanHeadProps) {
  return (
    <div className={classes.head}>
      <LoanBadge loan={loan} />
      <Amount cents={cents} size="hero" />
      <p className={stack.lead}>{label}</p>
      {children}
    </div>
  )
}
