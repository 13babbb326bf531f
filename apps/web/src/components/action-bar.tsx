import type { ReactNode } from 'react'
import classes from './action-bar.module.css'

/** Holds the main button of a mobile screen, full width at the bottom; a secondary button may follow below. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
