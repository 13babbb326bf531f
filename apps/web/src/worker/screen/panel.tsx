import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title?: string
  /** At the right of the title. */
  action?: ReactNode
  /** `quiet` is sunk into the page, `jade` speaks of what is offered or owed, `late` of what is overdue. */
  tone?: 'card' | 'quiet' | 'jade' | 'late'
  children: ReactNode
}

/** A part of a phone screen that belongs together. */
export function Panel({ title, action, tone = 'card', children }: PanelProps) {
  return (
    <section className={classes.panel} data-tone={tone}>
      {title !== undefined && (
        <header className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  )
}
