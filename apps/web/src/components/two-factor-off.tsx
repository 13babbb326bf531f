import { Button, PasswordInput } from '@mantine/core'
import { twoFactorOffBody } from '@quincena/domain/sessions/two-factor'
import { typedCodeProblem } from '@quincena/domain/sessions/typed-code'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { turnOffTwoFactor } from '../lib/account.ts'
import { CodeField } from './code-field.tsx'
import { FormError } from './form-error.tsx'
import { useServerForm } from './server-form.ts'
import classes from './two-factor-set-up.module.css'

/** Form that turns two-factor sign-in off; needs the password and a code. */
export function TwoFactorOff({ size, onDone }: { size: 'md' | 'lg'; onDone: () => void }) {
  const { form, refusal, formProps } = useServerForm({
    schema: twoFactorOffBody,
    initial: { current_password: '', code: '' },
    check: ({ code }) => ({ code: typedCodeProblem(code) }),
    validateOn: 'blur',
    send: async (body) => {
      await turnOffTwoFactor(body)
      onDone()
    },
  })
  return (
    <form className={classes.form} {...formProps} aria-label="Desactivar verificación en dos pasos">
      <p className={classes.text}>
        Desde entonces bastará tu contraseña para entrar. Tus códigos de recuperación dejarán de servir.
      </p>
      <PasswordInput
        size={size}
        label="Contraseña actual"
        autoComplete="current-password"
        maxLength={TEXT_LIMITS.password}
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
        {...form.getInputProps('current_password')}
      />
      <CodeField size={size} {...form.getInputProps('code')} />
      <FormError text={refusal} />
      <Button type="submit" size={size} fullWidth color="red.7" loading={form.submitting}>
        Desactivar
      </Button>
    </form>
  )
}
