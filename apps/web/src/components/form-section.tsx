import { type ReactNode, useId } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  title: string
  /** One sentence: what these fields are for. */
  hint?: ReactNode
  /** 2 on a page of its own, 3 in a dialog. */
  level?: 2 | 3
  children: ReactNode
}

/** A titled part of a long form: its fields side by side where there is room. */
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

/** A field that takes the whole width of its section. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>
}
