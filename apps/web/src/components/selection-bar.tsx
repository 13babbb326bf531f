import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  /** The number of selected rows and their sum. */
  text: string
  onClear: () => void
  /** What can be done with the selected rows. */
  children: ReactNode
}

/** Says how many rows of a list are selected, on all its pages, and what can be done with them. */
export function SelectionBar({ text, onClear, children }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Selección">
      <span className={classes.count} role="status">
        {text}
      </span>
      <Button variant="subtle" size="xs" onClick={onClear}>
        Quitar selección
      </Button>
      <div className={classes.acts}>{children}</div>
    </section>
  )
}
