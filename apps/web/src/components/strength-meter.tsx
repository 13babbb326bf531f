import { passwordStrength } from '@quincena/domain/sessions/access-config'
import classes from './strength-meter.module.css'

const steps = { Débil: 1, Moderada: 2, Fuerte: 3 } as const

interface StrengthMeterProps {
  password: string
  /** The password that the server refused as guessable: it knows more words than the meter. */
  guessable: string | null
}

/** The strength of a typed password, as text and three bars; nothing for an empty password. */
export function StrengthMeter({ password, guessable }: StrengthMeterProps) {
  const strength = password === guessable ? 'Débil' : passwordStrength(password)
  return (
    <div role="status" className={classes.place}>
      {password !== '' && (
        <div className={classes.meter} data-step={steps[strength]}>
          <span className={classes.bars} aria-hidden>
            <span />
            <span />
            <span />
          </span>
          Seguridad: {strength}
        </div>
      )}
    </div>
  )
}
