import { Button } from '@mantine/core'
import { refreshUser } from '../lib/sign-in.ts'
import classes from './gate.module.css'
import { Gate } from './gate.tsx'
import { PasswordFields, usePasswordChange } from './password-change.tsx'

export const passwordGateTexts = {
  title: 'Elige tu contraseña',
  text: 'La que usaste la escribió otra persona, o ahora necesitas una más segura. Elige una que solo tú conozcas.',
} as const

/** Form in which users whose password somebody else typed choose another. */
export function PasswordGateForm() {
  const change = usePasswordChange(refreshUser)
  return (
    <form className={classes.form} {...change.formProps} aria-label="Elegir contraseña">
      <PasswordFields change={change} size="lg" currentHint="Con la que acabas de entrar." />
      <Button type="submit" size="lg" fullWidth loading={change.form.submitting}>
        Guardar contraseña
      </Button>
    </form>
  )
}

/** Screen of users whose password somebody else typed: they choose another before anything else. */
export function PasswordGate() {
  return (
    <Gate {...passwordGateTexts}>
      <PasswordGateForm />
    </Gate>
  )
}
