import type { ReactNode } from 'react'
import classes from './action-bar.module.css'

/** The screen's one act, full width in reach of the thumb; a second, quiet one may stand under it. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
