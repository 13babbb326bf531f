import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title?: string
  /** Element at the right of the title. */
  action?: ReactNode
  /** `quiet` is for secondary content, `jade` stands out, `late` warns. */
  tone?: 'card' | 'quiet' | 'jade' | 'late'
  children: ReactNode
}

/** Section of a phone screen. */
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
