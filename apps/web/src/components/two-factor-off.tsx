import { Button, PasswordInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { twoFactorOffBody } from '@quincena/domain/sessions/two-factor'
import { useState } from 'react'
import { turnOffTwoFactor } from '../lib/account.ts'
import { errorText, fieldErrors } from '../lib/api-error.ts'
import { CodeField } from './code-field.tsx'
import { FormError } from './form-error.tsx'
import classes from './two-factor-set-up.module.css'

function useTurnOff(onDone: () => void) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useForm({
    initialValues: { current_password: '', code: '' },
    validate: schemaResolver(twoFactorOffBody, { sync: true }),
    validateInputOnBlur: true,
  })
  const send = async (values: typeof form.values) => {
    setRefusal(null)
    try {
      await turnOffTwoFactor(values)
      onDone()
    } catch (error) {
      const errors = fieldErrors(error)
      form.setErrors(errors)
      if (Object.keys(errors).length === 0) setRefusal(errorText(error))
    }
  }
  return { form, refusal, submit: form.onSubmit(send) }
}

/** Form that turns two-factor sign-in off; needs the password and a code. */
export function TwoFactorOff({ size, onDone }: { size: 'md' | 'lg'; onDone: () => void }) {
  const { form, refusal, submit } = useTurnOff(onDone)
  return (
    <form
      className={classes.form}
      onSubmit={submit}
      noValidate
      aria-label="Desactivar verificación en dos pasos"
    >
      <p className={classes.text}>
        Desde entonces bastará tu contraseña para entrar. Tus códigos de recuperación dejarán de servir.
      </p>
      <PasswordInput
        size={size}
        label="Contraseña actual"
        autoComplete="current-password"
        maxLength={128}
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
