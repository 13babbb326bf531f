import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title?: string
  /** Element at the right of the title. */
  action?: ReactNode
  /** `quiet` is for secondary content, `jade` for offers and costs, `late` for overdue payments. */
  tone?: 'card' | 'quiet' | 'jade' | 'late'
  children: ReactNode
}

/** Section of a screen of the worker app. */
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
