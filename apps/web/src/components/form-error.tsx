import { IconAlertCircle } from '@tabler/icons-react'
import classes from './form-error.module.css'

/** The error of a form, shown above its button; null shows nothing. */
export function FormError({ text }: { text: string | null }) {
  return (
    <div role="alert" className={classes.place}>
      {text !== null && (
        <p className={classes.error}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          {text}
        </p>
      )}
    </div>
  )
}
