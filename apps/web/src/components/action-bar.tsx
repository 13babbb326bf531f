import type { ReactNode } from 'react'
import classes from './action-bar.module.css'

interface ActionBarProps {
  /** Puts buttons beside each other as far as their text has space; a subtle one takes no more than that. */
  row?: boolean
  children: ReactNode
}

/** Holds the main button of a mobile screen, full width at the bottom; a secondary button may follow. */
export function ActionBar({ row = false, children }: ActionBarProps) {
  return (
    <div className={classes.bar} data-row={row}>
      {children}
    </div>
  )
}
