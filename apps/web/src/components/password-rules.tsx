import { type PasswordConfig, passwordErrors } from '@quincena/domain/sessions/access-config'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import classes from './password-rules.module.css'

/** The texts of all configured rules: the errors of an empty password. */
const rulesOf = (rules: PasswordConfig) => passwordErrors('', rules)

/** The password rules; a rule is ticked as soon as the password meets it. */
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
