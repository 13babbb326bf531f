import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  title?: ReactNode
  /** Shown to the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A titled part of a staff screen. */
export function Card({ title, action, children }: CardProps) {
  return (
    <section className={classes.card}>
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
