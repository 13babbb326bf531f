import { Button, PasswordInput } from '@mantine/core'
import { FormError } from '../components/form-error.tsx'
import { PasswordRules } from '../components/password-rules.tsx'
import { StrengthMeter } from '../components/strength-meter.tsx'
import { usePasswordToggle } from '../components/use-password-toggle.ts'
import { productName } from '../lib/brand.ts'
import classes from './password-page.module.css'
import { useNewPassword } from './use-new-password.ts'
import { usePasswordLink } from './use-password-link.ts'

interface NewPasswordFormProps {
  token: string
  size: 'md' | 'lg'
  /** Called when the server refuses the link. */
  onRefused: () => void
}

/** Form for a new password and its confirmation; one toggle shows or hides both. */
export function NewPasswordForm({ token, size, onRefused }: NewPasswordFormProps) {
  const link = usePasswordLink(token, onRefused)
  const { form, guessable, refusal, formProps } = useNewPassword({ token, rules: link?.rules, onRefused })
  const toggle = usePasswordToggle()
  const field = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    size,
    ...toggle,
    autoComplete: 'new-password',
  })
  return (
    <>
      <h1 className={classes.title}>Crea tu contraseña</h1>
      <p className={classes.lead}>
        {link?.kind === 'invitation' && 'Te damos la bienvenida. '}La usarás cada vez que entres a{' '}
        {productName()}.
      </p>
      <form className={classes.form} {...formProps} aria-label="Crea tu contraseña">
        <PasswordInput label="Nueva contraseña" {...field('password')} />
        <StrengthMeter password={form.values.password} guessable={guessable} />
        {link !== null && <PasswordRules password={form.values.password} rules={link.rules} />}
        <PasswordInput label="Confirma la contraseña" {...field('confirmation')} />
        <FormError text={refusal} />
        <Button type="submit" size={size} loading={form.submitting}>
          Guardar contraseña
        </Button>
      </form>
    </>
  )
}
