import type { ReactNode } from 'react'
import classes from './framed-table.module.css'

interface FramedTableProps {
  label: string
  /** Class of the table, for what it has of its own. */
  className?: string | undefined
  children: ReactNode
}

/** A small table of text in a frame that scrolls, with a head that stays. Marks cells and rows with `data-wrong`. */
export function FramedTable({ label, className, children }: FramedTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={label}>
      <table className={className === undefined ? classes.table : `${classes.table} ${className}`}>
        {children}
      </table>
    </section>
  )
}
