import { type PasswordConfig, passwordErrors } from '@quincena/domain/sessions/access-config'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import classes from './password-rules.module.css'

/** An empty password lacks everything that is asked for: its faults are the rules. */
const rulesOf = (rules: PasswordConfig) => passwordErrors('', rules)

/** What a password must have, each rule ticked as soon as it is met. */
export function PasswordRules({ password, rules }: { password: string; rules: PasswordConfig }) {
  const missing = new Set(passwordErrors(password, rules))
  return (
    <ul className={classes.rules} aria-label="Lo que debe cumplir">
      {rulesOf(rules).map((rule) => {
        const isMet = !missing.has(rule)
        const Icon = isMet ? IconCheck : IconPointFilled
        return (
          <li key={rule} data-met={isMet}>
            <Icon size={14} stroke={2} aria-hidden />
            {rule.replace('La contraseña debe', 'Debe')}
            {isMet && <span className={classes.hidden}> (cumplida)</span>}
          </li>
        )
      })}
    </ul>
  )
}
