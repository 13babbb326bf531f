import { type ReactNode, useId } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  title: string
  /** One sentence about the purpose of the fields. */
  hint?: ReactNode
  /** Heading level: 2 on a page, 3 in a dialog. */
  level?: 2 | 3
  children: ReactNode
}

/** A titled part of a long form; its fields are side by side where the width allows. */
export function FormSection({ title, hint, level = 3, children }: FormSectionProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Heading id={id} className={classes.title}>
        {title}
      </Heading>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** A field as wide as its section. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>
}
