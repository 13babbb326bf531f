import { IconAlertCircle } from '@tabler/icons-react'
import classes from './form-error.module.css'

/** Why a form was refused, beside its button; nothing while there is no reason. */
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
