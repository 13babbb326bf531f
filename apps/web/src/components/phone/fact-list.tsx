import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/** List of labelled values, one per line: the label at the left, the value at the right. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

interface FactProps {
  label: string
  /** Emphasizes the value. */
  strong?: boolean
  children: ReactNode
}

export function Fact({ label, strong = false, children }: FactProps) {
  return (
    <div className={classes.fact} data-strong={strong}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
